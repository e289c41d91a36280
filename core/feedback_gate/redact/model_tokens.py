"""Tokens of model vendors and of the services around them, known by their own form."""

from __future__ import annotations

from feedback_gate.redact.pattern import token

MODELS = (
    token("anthropic", "Anthropic", ("sk-ant-",), r"sk-ant-<s20+>"),
    token(
        "openai",
        "OpenAI, and others in its form: DeepSeek, Moonshot, DashScope, Stability, OpenRouter, Langfuse, Helicone, LiteLLM",
        ("sk-", "sess-"),
        r"sk-(?:(?:proj|svcacct|admin|None|or-v1|lf|litellm|helicone)-<s20+>"
        r"|(?=[A-Za-z0-9_-]{0,60}[0-9])(?=[A-Za-z0-9_-]{0,60}[A-Z])<s40+>|<w20+>)|sess-<w40>",
    ),
    token("hugging-face", "Hugging Face", ("hf_", "api_org_"), r"(?:hf|api_org)_<w30+>"),
    token("groq", "Groq", ("gsk_",), r"gsk_<w40+>"),
    token("xai", "xAI", ("xai-",), r"xai-<w60+>"),
    token("perplexity", "Perplexity", ("pplx-",), r"pplx-<w40+>"),
    token("replicate", "Replicate", ("r8_",), r"r8_<w37+>"),
    token("nvidia", "NVIDIA", ("nvapi-",), r"nvapi-<s50+>"),
    token("fireworks", "Fireworks", ("fw_",), r"fw_<w22+>"),
    token("together", "Together", ("tgp_v1_",), r"tgp_v1_<s40+>"),
    token("cerebras", "Cerebras", ("csk-",), r"csk-<w40+>"),
    token("voyage", "Voyage", ("pa-",), r"pa-(?=[A-Za-z0-9_-]{0,40}[A-Z])(?=[A-Za-z0-9_-]{0,40}[0-9])<s40+>"),
    token("jina", "Jina", ("jina_",), r"jina_<s40+>"),
    token("tavily", "Tavily", ("tvly-",), r"tvly-(?:dev-|prod-)?<w20+>"),
    token("firecrawl", "Firecrawl", ("fc-",), r"fc-<h32.>"),
    token("e2b", "E2B", ("e2b_",), r"e2b_<h40>"),
    token("langsmith", "LangSmith", ("lsv2_", "ls__"), r"lsv2_[a-z]{2}_<h32>(?:_<h10>)?|ls__<h32>"),
    token("pinecone", "Pinecone", ("pcsk_",), r"pcsk_[A-Za-z0-9_]{40,}"),
    token("elevenlabs", "ElevenLabs", ("sk_",), r"sk_<h48>"),
    token("cursor", "Cursor and Retell", ("key_", "crsr_"), r"(?:key|crsr)_<h60+>"),
    token("browserbase", "Browserbase", ("bb_live_",), r"bb_live_<s20+>"),
    token("anyscale", "Anyscale", ("esecret_", "aph0_"), r"esecret_<w20+>|aph0_<s30+>"),
    token("lambda-labs", "Lambda", ("secret_",), r"secret_[a-z]{2,12}_<w30+>(?:\.<w20+>)?"),
    token("chutes", "Chutes", ("cpk_",), r"cpk_<h32>\.<w20+>(?:\.<w20+>)?"),
    token("wandb", "Weights & Biases", ("wandb_v",), r"wandb_v\d_<s30+>"),
    token("mem0", "Mem0", ("m0-",), r"m0-<w40.>"),
    token("friendli", "Friendli", ("flp_",), r"flp_<w40+>"),
    token("runpod", "RunPod", ("rpa_",), r"rpa_<w36+>"),
    token("modal", "Modal", ("ak-", "as-"), r"a[ks]-(?=[A-Za-z0-9]{0,22}[0-9])(?=[A-Za-z0-9]{0,22}[A-Z])<w22>(?![A-Za-z0-9_-])"),
    token("logfire", "Pydantic Logfire", ("pylf_v",), r"pylf_v\d_[a-z]{2}_<w30+>"),
)
