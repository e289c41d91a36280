"""Tokens of clouds, code hosts, package registries and monitoring, known by their own form."""

from __future__ import annotations

from feedback_gate.redact.pattern import token

W, S, H = "[A-Za-z0-9]", "[A-Za-z0-9_-]", "[0-9a-f]"
UUID = rf"{H}{{8}}-{H}{{4}}-{H}{{4}}-{H}{{4}}-{H}{{12}}"

CLOUD = (
    token("aws-key-id", "AWS access key ids: AKIA, ASIA, ABIA, ACCA", ("AKIA", "ASIA", "ABIA", "ACCA"), r"A(?:KIA|SIA|BIA|CCA)[A-Z0-9]{16}(?![A-Za-z0-9_])"),
    token(
        "aws-session",
        "AWS session tokens (IQoJb3JpZ2lu, FwoGZXIvYXdz, FQoGZXIvYXdz) and Bedrock keys (ABSK, bedrock-api-key-)",
        ("IQoJb3JpZ2lu", "FwoGZXIvYXdz", "FQoGZXIvYXdz", "ABSK", "bedrock-api-key-"),
        r"(?:IQoJb3JpZ2lu|F[wQ]oGZXIvYXdz|ABSK|bedrock-api-key-)[A-Za-z0-9+/_-]{60,}={0,2}",
    ),
    token(
        "google",
        "Google API keys (AIza, AQ.), OAuth secrets (GOCSPX-), access and refresh tokens (ya29., 1//0), storage HMAC ids (GOOG1E)",
        ("AIza", "GOCSPX-", "ya29.", "1//0", "GOOG1", "AQ.A"),
        rf"AIza{S}{{30,}}|GOCSPX-{S}{{20,}}|ya29\.[A-Za-z0-9_.-]{{20,}}|1//0{S}{{40,}}|GOOG1[A-Z0-9]{{20,}}|AQ\.A{S}{{40,}}",
    ),
    token(
        "azure",
        "Azure AD client secrets (…8Q~…), the keys and access tokens with a fixed signature (JQQJ99, AZDO, ASt, ACDb, AzFu, AzSe, ACR)",
        ("Q~", "JQQJ99", "AZDO", "+ASt", "ACDb", "AzFu", "AzSe", "+ACR", "+ASb", "+AEh", "AIoT", "+ABa", "+AMC", "AzCa"),
        rf"[A-Za-z0-9_~.-]{{3}}[0-9]Q~[A-Za-z0-9_~.-]{{30,40}}|{W}{{52}}JQQJ99{W}{{20,30}}|{W}{{76}}AZDO{W}{{4}}"
        r"|[A-Za-z0-9+/]{33,76}(?:\+ASt|ACDb|AzFu|AzSe|\+ACR|\+ASb|\+AEh|AIoT|\+ABa|\+AMC|AzCa)[A-Za-z0-9+/]{5,6}={0,2}",
    ),
    token("digitalocean", "DigitalOcean: dop_v1_, doo_v1_, dor_v1_, spaces keys (DO00, DO801)", ("_v1_", "DO00", "DO801"), rf"do[opr]_v1_{H}{{40,}}|DO(?:00|801)[A-Z0-9]{{16}}(?!{W})"),
    token(
        "cloudflare", "Cloudflare: origin CA keys (v1.0-…-…), cfut_, cfat_, cfk_", ("v1.0-", "cfut_", "cfat_", "cfk_"), rf"v1\.0-{H}{{24}}-{H}{{100,}}|cf(?:ut|at|k)_{S}{{30,}}"
    ),
    token("heroku", "Heroku: HRKU-", ("HRKU-",), rf"HRKU-{S}{{30,}}"),
    token("fly", "Fly.io: fo1_, fm1a_, fm1r_, fm2_", ("fo1_", "fm1a_", "fm1r_", "fm2_"), r"(?:fo1|fm1[ar]|fm2)_[A-Za-z0-9+/_=-]{30,}(?:,fm2_[A-Za-z0-9+/_=-]{30,}){0,20}"),
    token(
        "vercel-netlify",
        "Vercel (vcp_, vci_, vca_, vcr_, vck_, vercel_blob_rw_) and Netlify (nfp_, nfc_, nfo_, nfu_, nfb_)",
        ("vcp_", "vci_", "vca_", "vcr_", "vck_", "vercel_blob_rw_", "nfp_", "nfc_", "nfo_", "nfu_", "nfb_"),
        rf"(?:vc[piark]|nf[pcoub])_{S}{{20,}}|vercel_blob_rw_{W}{{10,}}_{W}{{20,}}",
    ),
    token(
        "app-platform",
        "Render (rnd_), Railway, Koyeb, Zeabur (sk-), Deno Deploy (ddp_, ddo_, ddw_), RunPod (rpa_), Modal (ak-, as-), Val Town (vtwn_)",
        ("rnd_", "ddp_", "ddo_", "ddw_", "rpa_", "ak-", "as-", "vtwn_"),
        rf"rnd_{W}{{20,}}|dd[pow]_{W}{{30,}}|rpa_[A-Za-z0-9]{{36,}}|a[ks]-{W}{{22}}(?!{S})|vtwn_{W}{{20,}}",
        mixed=False,
    ),
    token(
        "database-service",
        "Supabase (sbp_, sb_secret_), Neon (napi_), PlanetScale (pscale_), MongoDB Atlas (mdb_sa_sk_), Aiven (AVNS_), Databricks (dapi, dose, dkea), "
        "CockroachDB (CCDB1_), ClickHouse (4b1d), Xata (xau_), Convex (prod:…|…), Upstash (ABEgAA)",
        ("sbp_", "sb_secret_", "napi_", "pscale_", "mdb_sa_sk_", "AVNS_", "dapi", "dose", "dkea", "CCDB1_", "4b1d", "xau_"),
        rf"sbp_{W}{{36,}}|sb_secret_{S}{{20,}}|napi_{W}{{40,}}|pscale_(?:tkn|pw|oauth|app_secret)_[A-Za-z0-9_.=-]{{30,}}|mdb_sa_sk_{S}{{30,}}|AVNS_{S}{{12,}}"
        rf"|(?:dapi|dose|dkea){H}{{32}}(?:-\d)?(?!{W})|CCDB1_{W}{{22}}_{W}{{40}}|4b1d{W}{{38}}(?!{W})|xau_{W}{{30,}}",
    ),
    token("alibaba-tencent", "Alibaba (LTAI), Tencent (AKID), Yandex (AQVN, t1.9eu, y0_), Volcengine (AKLT)", ("LTAI", "AKID", "AQVN", "t1.9eu", "y0_", "AKLT"), rf"LTAI{W}{{12,26}}(?!{W})|AKID{W}{{30,34}}(?!{W})|AQVN{S}{{35,}}|t1\.9eu{S}{{50,}}(?:\.{S}{{50,}})?|y[0-3]_{S}{{50,}}|AKLT{W}{{30,}}"),
    token("vault", "HashiCorp: Vault (hvs., hvb., hvr.), Terraform Cloud (….atlasv1.…)", ("hvs.", "hvb.", "hvr.", ".atlasv1."), rf"hv[sbr]\.{S}{{20,}}|{W}{{14}}\.atlasv1\.[A-Za-z0-9_=-]{{40,}}"),
    token(
        "secret-manager",
        "Doppler (dp.…), Pulumi (pul-), 1Password (ops_eyJ, A3-…), Infisical (st.), age (AGE-SECRET-KEY-1), Akeyless, Tailscale (tskey-), nostr (nsec1), xprv",
        ("dp.", "pul-", "ops_eyJ", "A3-", "AGE-SECRET-KEY-1", "tskey-", "nsec1", "xprv", "st."),
        rf"dp\.(?:pt|ct|st|sa|scim|audit|said)\.(?:[a-z0-9_-]{{2,35}}\.)?{W}{{30,}}|pul-{H}{{40}}|ops_eyJ[A-Za-z0-9+/_=-]{{60,}}"
        rf"|A3-[A-Z0-9]{{6}}-(?:[A-Z0-9]{{11}}|[A-Z0-9]{{6}}-[A-Z0-9]{{5}})(?:-[A-Z0-9]{{5}}){{3}}|AGE-SECRET-KEY-1[A-Z0-9]{{40,}}"
        rf"|tskey-[a-z]{{2,12}}-[A-Za-z0-9-]{{20,}}|nsec1[a-z0-9]{{58}}|xprv{W}{{100,}}|st\.{H}{{24}}\.{H}{{32}}\.{H}{{32}}|st\.{H}{{8}}-[0-9a-f-]{{27}}\.{H}{{32}}\.{H}{{32}}",
    ),
)

CODE = (
    token("github", "GitHub: ghp_, gho_, ghu_, ghs_, ghr_, github_pat_", ("ghp_", "gho_", "ghu_", "ghs_", "ghr_", "github_pat_"), r"gh[opsru]_[A-Za-z0-9_]{16,}|github_pat_[A-Za-z0-9_]{20,}"),
    token(
        "gitlab",
        "GitLab: glpat-, gldt-, glrt-, glrtr-, glcbt-, glptt-, glft-, glimt-, glagent-, gloas-, glsoat-, glffct-, glwt-, GR1348941",
        ("glpat-", "gldt-", "glrt-", "glrtr-", "glcbt-", "glptt-", "glft-", "glimt-", "glagent-", "gloas-", "glsoat-", "glffct-", "glwt-", "GR1348941"),
        rf"gl(?:pat|dt|rt|rtr|cbt|ptt|ft|imt|agent|oas|soat|ffct|wt)-[A-Za-z0-9_.-]{{16,}}|GR1348941{S}{{20,}}",
    ),
    token("atlassian", "Atlassian: ATATT3, ATSTT3, ATCTT3, ATBB, ATOA", ("ATATT3", "ATSTT3", "ATCTT3", "ATBB", "ATOA"), r"(?:AT[ASC]TT3)[A-Za-z0-9_=-]{40,}|ATBB[A-Za-z0-9]{24,}|ATOA[A-Za-z0-9_=-]{40,}"),
    token(
        "ci",
        "CircleCI (CCIPAT_, CCIPRJ_), Buildkite (bkua_, bkpt_, bkct_, bkaj_), Sourcegraph (sgp_, sgd_, slk_), SonarQube (squ_, sqp_, sqa_, sqb_), Semgrep, "
        "Snyk (snyk_), Socket (sktsec_), Codecov, Spacelift",
        ("CCIPAT_", "CCIPRJ_", "bkua_", "bkpt_", "bkct_", "bkaj_", "sgp_", "sgd_", "slk_", "squ_", "sqp_", "sqa_", "sqb_", "snyk_", "sktsec_"),
        rf"CCIP(?:AT|RJ)_{W}{{20,}}_{H}{{40}}|bk(?:ua|pt|ct|aj)_{W}{{20,}}|s(?:gp|gd|lk)_(?:(?:{H}{{16}}|local)_)?{W}{{40,}}|sq[upab]_{H}{{40}}|snyk_{W}{{20,}}|sktsec_{S}{{30,}}",
    ),
    token(
        "project-tool",
        "Linear (lin_api_, lin_oauth_, lin_wh_), Notion (ntn_, secret_), Figma (figd_, figo_, figu_, figr_), Airtable (pat….…), Asana, Trello (ATTA), ClickUp (pk_…), "
        "Postman (PMAK-), Contentful (CFPAT-), HubSpot (pat-na1-), Typeform (tfp_), Readme (rdme_), Sanity",
        ("lin_", "ntn_", "secret_", "figd_", "figo_", "figu_", "figr_", "pat", "ATTA", "PMAK-", "CFPAT-", "tfp_", "rdme_", "pk_", "1/1", "2/1"),
        rf"lin_(?:api|oauth|wh)_{W}{{30,}}|ntn_{W}{{40,}}|secret_{W}{{43}}(?!{W})|fig[dour]_{S}{{30,}}|pat{W}{{14}}\.{H}{{64}}|ATTA{H}{{64,}}|PMAK-{H}{{24}}-{H}{{34}}|CFPAT-{S}{{40,}}"
        rf"|pat-(?:na|eu|ap)\d-{UUID}|tfp_{S}{{40,}}|rdme_{W}{{60,}}|pk_\d{{6,10}}_[A-Z0-9]{{32}}|[12]/1\d{{12,18}}(?:/\d{{12,18}})?:{H}{{32}}",
    ),
)

REGISTRIES = (
    token("npm", "npm: npm_", ("npm_",), rf"npm_{W}{{30,}}"),
    token("pypi", "PyPI and its test index: pypi-", ("pypi-A",), rf"pypi-Ag[A-Za-z0-9_-]{{50,}}"),
    token(
        "package-registry",
        "RubyGems (rubygems_), Docker Hub (dckr_pat_, dckr_oat_), NuGet (oy2), crates.io (cio), JFrog (AKC, cmVmdGtu), Clojars (CLOJARS_), Packagist, Buf, Open VSX (ovsxat_, ovsxp_), JSR (jsrp_)",
        ("rubygems_", "dckr_", "oy2", "cio", "AKC", "cmVmdGtu", "CLOJARS_", "packagist_", "ovsx", "jsrp_", "jsrd_", "buf_"),
        rf"rubygems_{H}{{40,}}|dckr_[po]at_{S}{{20,}}|oy2[a-z0-9]{{43}}(?!{W})|cio{W}{{32}}(?!{W})|AKC[a-z0-9]{W}{{60,}}|cmVmdGtu{W}{{50,}}|CLOJARS_{H}{{60}}"
        rf"|packagist_[a-z]{{2,4}}_{W}{{30,}}|ovsx(?:at|p)_{S}{{30,}}|jsr[pd]_{W}{{30,}}|buf_{W}{{40,}}",
    ),
)

MONITORING = (
    token("sentry", "Sentry: sntrys_, sntryu_, sntrya_, sntryi_", ("sntry",), r"sntry[suai]_[A-Za-z0-9+/=_-]{40,}"),
    token("grafana", "Grafana: glsa_, glc_, eyJrIjoi", ("glsa_", "glc_", "eyJrIjoi"), rf"glsa_{W}{{32}}_{H}{{8}}|glc_[A-Za-z0-9+/]{{32,}}={{0,2}}|eyJrIjoi[A-Za-z0-9+/]{{50,}}={{0,2}}"),
    token("newrelic", "New Relic: NRAK-, NRIQ-, NRRA-, NRII-, NRJS-, licence keys (…NRAL)", ("NRAK-", "NRIQ-", "NRRA-", "NRII-", "NRJS-", "NRAL"), rf"NR(?:AK|IQ|RA|II|JS)-{S}{{19,}}|{W}{{36}}NRAL(?!{W})"),
    token(
        "observability",
        "Dynatrace (dt0c01., dt0s…), PostHog (phx_, phs_, pha_, phr_), Honeycomb (hcaik_, hcalk_, hcxik_), Axiom (xaat-, xapt-), LaunchDarkly (sdk-, api-, mob-), Prefect (pnu_, pnb_), "
        "dbt (dbtc_, dbtu_, dbts_), Segment (sgp_), Statsig (secret-, console-), Logfire (pylf_), Inngest (signkey-), Trigger.dev (tr_…), Elastic (essu_)",
        ("dt0", "phx_", "phs_", "pha_", "phr_", "hcaik_", "hcalk_", "hcxik_", "hcxlk_", "xaat-", "xapt-", "sdk-", "api-", "mob-", "pnu_", "pnb_", "dbtc_", "dbtu_", "dbts_", "secret-", "console-", "pylf_", "signkey-", "tr_dev_", "tr_prod_", "tr_pat_", "essu_"),
        rf"dt0[a-z]\d\d\.[A-Z0-9]{{20,30}}\.[A-Z0-9]{{60,70}}|ph[xsar]_{W}{{35,}}|hc[ax][il]k_[a-z0-9]{{30,}}|xa(?:at|pt)-{UUID}|(?:sdk|api|mob)-{UUID}|pn[ub]_{W}{{30,}}|dbt[cus]_{S}{{30,}}"
        rf"|(?:secret|console)-{W}{{40,}}|pylf_v\d_[a-z]{{2}}_{W}{{30,}}|signkey-[a-z]{{3,8}}-{W}{{32,}}|tr_(?:dev|prod|stg|pat)_{W}{{20,}}|essu_[A-Za-z0-9+/=]{{40,}}",
    ),
)
