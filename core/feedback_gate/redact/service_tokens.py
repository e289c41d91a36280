"""Tokens of chat, payment, model and mail vendors and of other services, known by their own form; JWTs and JWEs."""

from __future__ import annotations

from feedback_gate.redact.pattern import token

W, S, H = "[A-Za-z0-9]", "[A-Za-z0-9_-]", "[0-9a-f]"
UUID = rf"{H}{{8}}-{H}{{4}}-{H}{{4}}-{H}{{4}}-{H}{{12}}"

CHAT = (
    token(
        "slack",
        "Slack: xoxb-, xoxp-, xoxa-, xoxr-, xoxs-, xoxc-, xoxd-, xoxo-, xoxe-, xoxe.xox…, xapp-, xwfp-",
        ("xox", "xapp-", "xwfp-"),
        r"xox[a-z](?:\.xox[a-z])?-[A-Za-z0-9%/+_-]{10,}={0,2}|xapp-\d-[A-Za-z0-9-]{10,}|xwfp-[A-Za-z0-9-]{10,}",
    ),
    token("discord", "Discord bot tokens", ("M", "N", "O"), rf"[MNO]{W}{{22,27}}\.{S}{{6}}\.{S}{{27,42}}(?!{S})"),
    token("telegram", "Telegram bot tokens", (":AA",), rf"\d{{8,10}}:AA{S}{{32,35}}(?!{S})"),
    token("matrix", "Matrix access tokens (syt_, mat_, mct_)", ("syt_", "mat_", "mct_"), rf"syt_[A-Za-z0-9+/=]{{1,255}}_{W}{{20}}_{W}{{6}}|m[ac]t_{W}{{30}}_{W}{{6}}"),
)

PAYMENT = (
    token(
        "stripe",
        "Stripe and others in its form (Clerk, Paystack, Checkout.com, Mollie …): sk_, rk_ with live, test, prod, sbox; whsec_; sk_org_",
        ("sk_", "rk_", "whsec_"),
        rf"[sr]k_(?:live|test|prod|sbox|org)_[A-Za-z0-9_]{{16,}}|whsec_[A-Za-z0-9+/]{{24,}}={{0,2}}",
    ),
    token("square", "Square: sq0atp-, sq0csp-, sq0idp-, EAAA; Facebook: EAA", ("sq0", "EAA"), rf"sq0[a-z]{{3}}-{S}{{20,}}|EAA[A-Za-z0-9]{S}{{56,}}"),
    token("braintree", "Braintree and PayPal access tokens", ("access_token$",), rf"access_token\$(?:production|sandbox)\$[a-z0-9]{{8,}}\${H}{{32}}"),
    token(
        "payment",
        "Shopify (shpat_, shpca_, shppa_, shpss_, shptka_), Plaid (access-…-), Paddle (pdl_), Razorpay (rzp_), Flutterwave (FLWSECK), Polar (polar_), Xendit (xnd_), "
        "Midtrans, Mercado Pago (APP_USR-), Mollie and GoCardless (live_, test_), Adyen (AQE), EasyPost (EZAK, EZTK), Shippo, Duffel, Toss (live_sk_)",
        ("shp", "access-", "pdl_", "rzp_", "FLWSECK", "polar_", "xnd_", "Mid-server-", "APP_USR-", "live_", "test_", "sandbox_", "AQE", "EZAK", "EZTK", "shippo_", "duffel_"),
        rf"shp(?:at|ca|pa|ss|tka|rt|ua|cka)_[a-fA-F0-9]{{32,}}|access-(?:production|sandbox|development)-{UUID}|pdl_[a-z]{{3,6}}_[A-Za-z0-9_]{{24,}}|rzp_(?:live|test)_{W}{{14,}}"
        rf"|FLWSECK(?:_TEST)?-{S}{{12,}}|polar_[a-z]{{2,4}}_{W}{{30,}}|xnd_(?:production|development)_{S}{{20,}}|(?:SB-)?Mid-server-{S}{{16,}}|APP_USR-[0-9a-f-]{{40,}}"
        rf"|(?:live|test)_(?=[A-Za-z0-9]{{0,30}}[0-9])(?=[A-Za-z0-9]{{0,30}}[A-Z]){W}{{30}}(?!{S})|(?:live|sandbox)_(?=[A-Za-z0-9_-]{{0,40}}[0-9])(?=[A-Za-z0-9_-]{{0,40}}[A-Z]){S}{{40}}(?!{S})"
        rf"|AQE[a-z]{S}{{60,}}|EZ[AT]K{W}{{54}}|shippo_(?:live|test)_{H}{{40}}|duffel_(?:live|test)_{S}{{40,}}|(?:live|test)_[sg]sk_{W}{{20,}}|(?:live|test)_sk_{W}{{20,}}",
    ),
)

MODELS = (
    token("anthropic", "Anthropic: sk-ant-", ("sk-ant-",), rf"sk-ant-{S}{{20,}}"),
    token(
        "openai",
        "OpenAI and others in its form (DeepSeek, Moonshot, DashScope, OpenRouter, Langfuse, Helicone, LiteLLM …): sk- before 20 letters and digits in a row, sk-proj-, "
        "sk-svcacct-, sk-admin-, sk-or-v1-, sk-lf-",
        ("sk-",),
        rf"sk-(?:(?:proj|svcacct|admin|None|or-v1|lf|litellm|helicone)-{S}{{20,}}|{W}{{20,}}|(?=[A-Za-z0-9_-]{{0,60}}[0-9])(?=[A-Za-z0-9_-]{{0,60}}[A-Z]){S}{{40,}})",
    ),
    token(
        "model-vendor",
        "Hugging Face (hf_, api_org_), Groq (gsk_), xAI (xai-), Perplexity (pplx-), Replicate (r8_), NVIDIA (nvapi-), Fireworks (fw_), Together (tgp_v1_), Cerebras (csk-), "
        "Voyage (pa-), Jina (jina_), Tavily (tvly-), Firecrawl (fc-), E2B (e2b_), LangSmith (lsv2_, ls__), Pinecone (pcsk_), ElevenLabs (sk_), Cursor (key_, crsr_), Browserbase (bb_live_), "
        "Anyscale (esecret_, aph0_), Chutes (cpk_), Weights & Biases (wandb_v1_), Ollama, Mem0 (m0-), Friendli (flp_), Lambda (secret_)",
        (
            "hf_", "api_org_", "gsk_", "xai-", "pplx-", "r8_", "nvapi-", "fw_", "tgp_v1_", "csk-", "pa-", "jina_", "tvly-", "fc-", "e2b_", "lsv2_", "ls__", "pcsk_", "sk_", "key_", "crsr_",
            "bb_live_", "esecret_", "aph0_", "cpk_", "wandb_v1_", "m0-", "flp_", "secret_",
        ),
        rf"hf_{W}{{30,}}|api_org_{W}{{30,}}|gsk_{W}{{40,}}|xai-{W}{{60,}}|pplx-{W}{{40,}}|r8_{W}{{37}}(?!{W})|nvapi-{S}{{50,}}|fw_(?=[A-Za-z0-9]{{0,24}}[0-9]){W}{{22,}}(?!{S})|tgp_v1_{S}{{40,}}"
        rf"|csk-{W}{{40,}}|pa-(?=[A-Za-z0-9_-]{{0,40}}[A-Z])(?=[A-Za-z0-9_-]{{0,40}}[0-9]){S}{{40,}}|jina_{S}{{40,}}|tvly-(?:dev-|prod-)?{W}{{20,}}|fc-{H}{{32}}(?!{S})|e2b_{H}{{40}}"
        rf"|lsv2_[a-z]{{2}}_{H}{{32}}(?:_{H}{{10}})?|ls__{H}{{32}}|pcsk_[A-Za-z0-9_]{{40,}}|sk_{H}{{48}}|key_{H}{{64}}|crsr_{H}{{60,}}|bb_live_{S}{{20,}}|e?secret_[a-z]{{0,4}}_?{W}{{32,}}|aph0_{S}{{30,}}"
        rf"|cpk_{H}{{32}}\.{W}{{20,}}|wandb_v\d_{S}{{30,}}|m0-{W}{{40}}(?!{S})|flp_{W}{{40,}}",
    ),
)

MAIL = (
    token("sendgrid", "SendGrid: SG.", ("SG.",), rf"SG\.{S}{{16,32}}\.{S}{{16,64}}"),
    token(
        "mail",
        "Mailgun (key-), Mailchimp (…-us1), Brevo (xkeysib-, xsmtpsib-), Resend (re_), MailerSend (mlsn.), Mandrill (md-), Twilio (SK…), Telnyx (KEY…), Customer.io, Loops",
        ("key-", "-us", "xkeysib-", "xsmtpsib-", "re_", "mlsn.", "md-", "SK", "KEY0"),
        rf"key-{H}{{32}}(?!{W})|{H}{{32}}-us\d{{1,2}}(?!{W})|x(?:key|smtp)sib-{H}{{60,}}-{W}{{16}}|re_{W}{{6,10}}_{W}{{20,}}|mlsn\.{H}{{60,}}|md-{S}{{22}}(?!{S})|SK{H}{{32}}(?!{W})|KEY[0-9A-F]{{32}}_{W}{{20,}}",
    ),
)

OTHERS = (
    token(
        "jwt",
        "JSON Web Tokens signed (three parts) and encrypted (five parts, JWE), also without a signature",
        ("eyJ",),
        rf"(?<![A-Za-z0-9_-])eyJ{S}{{8,}}\.(?:{S}*\.{S}{{8,}}\.{S}{{8,}}\.{S}{{8,}}|eyJ{S}{{8,}}(?:\.{S}*)?|{S}{{8,}}\.{S}{{4,}})",
    ),
    token(
        "service",
        "Dropbox (sl.), Mapbox (sk.eyJ, tk.eyJ), Twitter (AAAAAAAAAA…), Instagram (IGQ), Pinterest (pina_), Adafruit (aio_), n8n (n8n_api_), Retool (retool_), Zuplo (zpka_), Unkey, "
        "Shodan, MaxMind (…_mmk), Databox, Doppler, Okta (SSWS), Salesforce (00D…!), Twitch, Ghost, WorkOS, Stytch (secret-live-), Slack-like (xkey), Settlemint (sm_aat_), Uploadthing, PagerDuty",
        ("sl.", "sk.eyJ", "tk.eyJ", "AAAAAAAAAA", "IGQ", "pina_", "aio_", "n8n_api_", "retool_", "zpka_", "unkey_", "_mmk", "00D", "secret-live-", "secret-test-", "sm_"),
        rf"sl\.(?:u\.)?{S}{{60,}}|[st]k\.eyJ{S}{{40,}}\.{S}{{16,}}|AAAAAAAAAAAAAAAA[A-Za-z0-9%]{{60,}}|IGQ[A-Za-z0-9_]{{60,}}|pina_{W}{{32,}}|aio_{W}{{28}}(?!{W})|n8n_api_{S}{{40,}}|retool_{S}{{20,}}"
        rf"|zpka_{W}{{20,}}_{W}{{8}}|unkey_{W}{{20,}}|{W}{{6}}_{W}{{29}}_mmk|00D{W}{{12,15}}![A-Za-z0-9_.]{{60,}}|secret-(?:live|test)-[A-Za-z0-9_=-]{{30,}}|sm_[a-z]{{3}}_{H}{{16}}",
    ),
)
