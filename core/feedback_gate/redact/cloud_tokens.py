"""Tokens of clouds, databases and keepers of secrets, known by their own form."""

from __future__ import annotations

from feedback_gate.redact.pattern import token

CLOUD = (
    token("aws-key-id", "AWS access key ids", ("AKIA", "ASIA", "ABIA", "ACCA"), r"A(?:KIA|SIA|BIA|CCA)<u16.>"),
    token(
        "aws-session-token",
        "AWS session tokens",
        ("IQoJb3JpZ2lu", "FwoGZXIvYXdz", "FQoGZXIvYXdz"),
        r"(?:IQoJb3JpZ2lu|F[wQ]oGZXIvYXdz)<b60+>={0,2}",
    ),
    token("aws-bedrock", "AWS Bedrock keys", ("ABSK", "bedrock-api-key-"), r"(?:(?<![/+])ABSK|bedrock-api-key-)<b60+>={0,2}"),
    token("google-api-key", "Google API keys", ("AIza", "AQ.A"), r"AIza<s30+>|AQ\.A<s40+>"),
    token(
        "google-oauth",
        "Google client secrets, access and refresh tokens",
        ("GOCSPX-", "ya29.", "1//0"),
        r"GOCSPX-<s20+>|ya29\.[A-Za-z0-9_.-]{20,}|1//0<s40+>",
    ),
    token("google-storage", "Google Cloud Storage HMAC ids", ("GOOG1",), r"GOOG1<u20+>"),
    token(
        "azure-client-secret", "Azure AD client secrets", ("Q~",), r"[A-Za-z0-9_~.-]{3}[0-9]Q~[A-Za-z0-9_~.-]{30,40}", inside=True
    ),
    token(
        "azure-devops", "Azure keys and DevOps access tokens", ("JQQJ99", "AZDO"), r"<w52>JQQJ99<w20+>|<w76>AZDO<w4>", inside=True
    ),
    token(
        "azure-service-key",
        "keys of Azure services that carry a signature",
        ("+ASt", "ACDb", "AzFu", "AzSe", "+ACR", "+ASb", "+AEh", "AIoT", "+ABa", "+AMC", "AzCa"),
        r"[A-Za-z0-9+/]{33,76}(?:\+ASt|ACDb|AzFu|AzSe|\+ACR|\+ASb|\+AEh|AIoT|\+ABa|\+AMC|AzCa)[A-Za-z0-9+/]{5,6}={0,2}",
        inside=True,
    ),
    token(
        "digitalocean",
        "DigitalOcean",
        ("dop_v1_", "doo_v1_", "dor_v1_", "DO00", "DO801"),
        r"do[opr]_v1_<h40+>|DO(?:00|801)<u16.>",
    ),
    token("cloudflare", "Cloudflare", ("v1.0-", "cfut_", "cfat_", "cfk_"), r"v1\.0-<h24>-<h100+>|cf(?:ut|at|k)_<s30+>"),
    token("heroku", "Heroku", ("HRKU-",), r"HRKU-<s30+>"),
    token("fly", "Fly.io", ("fo1_", "fm1a_", "fm1r_", "fm2_"), r"(?:fo1|fm1[ar]|fm2)_[A-Za-z0-9+/_=-]{30,}"),
    token(
        "vercel",
        "Vercel",
        ("vcp_", "vci_", "vca_", "vcr_", "vck_", "vercel_blob_rw_"),
        r"vc[piark]_<s20+>|vercel_blob_rw_<w10+>_<w20+>",
    ),
    token("netlify", "Netlify", ("nfp_", "nfc_", "nfo_", "nfu_", "nfb_"), r"nf[pcoub]_<s20+>"),
    token("render", "Render", ("rnd_",), r"rnd_<w20+>"),
    token("deno", "Deno Deploy", ("ddp_", "ddo_", "ddw_"), r"dd[pow]_<w30+>"),
    token("supabase", "Supabase", ("sbp_", "sb_secret_"), r"sbp_<w36+>|sb_secret_<s20+>"),
    token("neon", "Neon", ("napi_",), r"napi_<w40+>"),
    token(
        "planetscale",
        "PlanetScale",
        ("pscale_tkn_", "pscale_pw_", "pscale_oauth_", "pscale_app_secret_"),
        r"pscale_(?:tkn|pw|oauth|app_secret)_[A-Za-z0-9_.=-]{30,}",
    ),
    token("mongodb-atlas", "MongoDB Atlas", ("mdb_sa_sk_",), r"mdb_sa_sk_<s30+>"),
    token("aiven", "Aiven", ("AVNS_",), r"AVNS_<s12+>"),
    token("databricks", "Databricks", ("dapi", "dose", "dkea"), r"(?:dapi|dose|dkea)<h32>(?:-\d)?(?![A-Za-z0-9_])"),
    token("cockroachdb", "CockroachDB", ("CCDB1_",), r"CCDB1_<w22>_<w40>"),
    token("clickhouse", "ClickHouse Cloud", ("4b1d",), r"4b1d<w38.>"),
    token("xata", "Xata", ("xau_",), r"xau_<w30+>"),
    token("alibaba", "Alibaba Cloud", ("LTAI",), r"LTAI[A-Za-z0-9]{12,26}(?![A-Za-z0-9_])"),
    token("tencent", "Tencent Cloud", ("AKID",), r"AKID[A-Za-z0-9]{30,34}(?![A-Za-z0-9_])"),
    token("volcengine", "Volcengine", ("AKLT",), r"AKLT<w30+>"),
    token(
        "yandex",
        "Yandex Cloud",
        ("AQVN", "t1.9eu", "y0_", "y1_", "y2_", "y3_"),
        r"AQVN<s35+>|t1\.9eu<s50+>(?:\.<s50+>)?|y[0-3]_<s50+>",
    ),
    token(
        "vault",
        "HashiCorp Vault",
        ("hvs.", "hvb.", "hvr.", "s."),
        r"hv[sbr]\.<s20+>|(?<![.])s\.(?=[A-Za-z0-9]{0,24}[0-9])(?=[A-Za-z0-9]{0,24}[A-Z])<w24>(?![A-Za-z0-9_.(-])",
    ),
    token("terraform", "Terraform Cloud", (".atlasv1.",), r"<w14>\.atlasv1\.[A-Za-z0-9_=-]{40,}", inside=True),
    token("pulumi", "Pulumi", ("pul-",), r"pul-<h40>"),
    token(
        "doppler",
        "Doppler",
        ("dp.pt.", "dp.ct.", "dp.st.", "dp.sa.", "dp.scim.", "dp.audit.", "dp.said."),
        r"dp\.(?:pt|ct|st|sa|scim|audit|said)\.(?:[a-z0-9_-]{2,35}\.)?<w30+>",
    ),
    token(
        "1password",
        "1Password service accounts and secret keys",
        ("ops_eyJ", "A3-"),
        r"ops_eyJ[A-Za-z0-9+/_=-]{60,}|A3-<u6>-(?:<u11>|<u6>-<u5>)(?:-<u5>){3}",
    ),
    token("infisical", "Infisical", ("st.",), r"st\.(?:<h24>|[0-9a-f-]{36})\.<h32>\.<h32>"),
    token("openshift", "OpenShift", ("sha256~",), r"sha256~<s43>"),
    token("adobe", "Adobe", ("p8e-",), r"p8e-<s32>"),
    token(
        "authress",
        "Authress",
        ("sc_", "ext_", "scauth_", "authress_"),
        r"(?:sc|ext|scauth|authress)_[a-z0-9]{5,30}\.[a-z0-9]{4,6}\.acc[_-][a-z0-9-]{10,32}\.<s30+>",
    ),
    token("defined", "Defined Networking", ("dnkey-",), r"dnkey-<s26>-<s52>"),
    token("scalingo", "Scalingo", ("tk-us-",), r"tk-us-<s48>"),
    token("jd-cloud", "JD Cloud", ("JDC_",), r"JDC_[A-Z0-9]{25,30}"),
    token("age", "age identities", ("AGE-SECRET-KEY-1",), r"AGE-SECRET-KEY-1<u40+>"),
    token("tailscale", "Tailscale", ("tskey-",), r"tskey-[a-z]{2,12}-[A-Za-z0-9-]{20,}"),
    token("wallet", "extended private keys and nostr keys", ("xprv", "nsec1"), r"xprv<w100+>|nsec1<l58>"),
)
