#!/usr/bin/env python3
"""An OpenID Connect provider on a free port of 127.0.0.1, made of Authlib: the other half of the end-to-end test.

Needs the packages that scripts/test installs. PKCE with S256 and the client's secret are demanded. There is no log-in page: who answers is the `login` of the
authorization request. The first line on standard output is the port.
"""

import json
import time
from urllib.parse import urlencode
from wsgiref.simple_server import WSGIRequestHandler, WSGIServer, make_server

from authlib.integrations.flask_oauth2 import AuthorizationServer, ResourceProtector, current_token
from authlib.oauth2.rfc6749 import AuthorizationCodeMixin, ClientMixin, TokenMixin, grants
from authlib.oauth2.rfc6750 import BearerTokenValidator
from authlib.oauth2.rfc7636 import CodeChallenge
from authlib.oidc.core import UserInfo
from authlib.oidc.core.grants import OpenIDCode
from flask import Flask, Response, jsonify, redirect, request
from joserfc.jwk import RSAKey

CLIENT, SECRET = "tamga-test", "p%a:s s+w&rd/Ö"
KEY = RSAKey.generate_key(2048, parameters={"kid": "first", "use": "sig", "alg": "RS256"})
PEOPLE = {
    "bat": {"registration_number": "УХ00112233", "civil_id": 12345678, "given_name": "Бат", "family_name": "Дорж"},
    "anar": {"registration_number": "МА74101813", "civil_id": "99", "given_name": "Анар", "family_name": "Баяр"},
}
issuer, codes, tokens = "", {}, {}


class Client(ClientMixin):
    def get_client_id(self):
        return CLIENT

    def get_default_redirect_uri(self):
        return None

    def get_allowed_scope(self, scope):
        return scope

    def check_redirect_uri(self, redirect_uri):
        return redirect_uri.startswith("http://127.0.0.1:") and redirect_uri.endswith("/v3/kyc/dan/callback")

    def check_client_secret(self, client_secret):
        return client_secret == SECRET

    def check_endpoint_auth_method(self, method, endpoint):
        return method == "client_secret_basic"

    def check_response_type(self, response_type):
        return response_type == "code"

    def check_grant_type(self, grant_type):
        return grant_type == "authorization_code"


class Code(AuthorizationCodeMixin):
    def __init__(self, **members):
        self.__dict__.update(members)

    def get_redirect_uri(self):
        return self.redirect_uri

    def get_scope(self):
        return self.scope

    def get_nonce(self):
        return self.nonce

    def get_auth_time(self):
        return int(time.time())

    def get_acr(self):
        return None

    def get_amr(self):
        return None


class Token(TokenMixin):
    def __init__(self, login, scope):
        self.login, self.scope = login, scope

    def get_scope(self):
        return self.scope

    def get_expires_in(self):
        return 600

    def is_expired(self):
        return False

    def is_revoked(self):
        return False


class CodeGrant(grants.AuthorizationCodeGrant):
    TOKEN_ENDPOINT_AUTH_METHODS = ["client_secret_basic"]

    def save_authorization_code(self, code, request):
        data = request.payload.data
        codes[code] = Code(
            redirect_uri=request.payload.redirect_uri, scope=request.payload.scope, nonce=data.get("nonce"),
            code_challenge=data.get("code_challenge"), code_challenge_method=data.get("code_challenge_method"),
            login=request.user,
        )

    def query_authorization_code(self, code, client):
        return codes.get(code)

    def delete_authorization_code(self, authorization_code):
        for name in [name for name, code in codes.items() if code is authorization_code]:
            del codes[name]

    def authenticate_user(self, authorization_code):
        return authorization_code.login


class IDTokens(OpenIDCode):
    def exists_nonce(self, nonce, request):
        return any(code.nonce == nonce for code in codes.values())

    def get_client_algorithm(self, client):
        return "RS256"

    def get_client_claims(self, client):
        return {"iss": issuer}

    def resolve_client_private_key(self, client):
        return KEY

    def generate_user_info(self, user, scope):
        return UserInfo(sub=user)


class Validator(BearerTokenValidator):
    def authenticate_token(self, token_string):
        return tokens.get(token_string)


app = Flask(__name__)
server = AuthorizationServer(
    app,
    query_client=lambda name: Client() if name == CLIENT else None,
    save_token=lambda token, request: tokens.update({token["access_token"]: Token(request.user, token["scope"])}),
)
server.register_grant(CodeGrant, [IDTokens(require_nonce=True), CodeChallenge(required=True)])
protect = ResourceProtector()
protect.register_token_validator(Validator())


@app.get("/authorize")
def authorize():
    login = request.args.get("login", "")
    if login not in PEOPLE:
        answer = {"error": "access_denied", "state": request.args["state"], "iss": issuer}
        return redirect(request.args["redirect_uri"] + "?" + urlencode(answer))
    grant = server.get_consent_grant(end_user=login)
    response = server.create_authorization_response(grant_user=login, grant=grant)
    if "Location" in response.headers:
        response.headers["Location"] += "&" + urlencode({"iss": issuer})
    return response


@app.post("/token")
def token():
    return server.create_token_response()


@app.get("/userinfo")
@protect("openid")
def userinfo():
    return Response(
        json.dumps({"sub": current_token.login} | PEOPLE[current_token.login], ensure_ascii=False),
        content_type="application/json",
    )


@app.get("/jwks")
def jwks():
    return jsonify({"keys": [KEY.as_dict(private=False)]})


class Quiet(WSGIRequestHandler):
    def log_message(self, *_):
        pass


if __name__ == "__main__":
    import os
    import sys
    import threading

    os.environ["AUTHLIB_INSECURE_TRANSPORT"] = "1"
    http = make_server("127.0.0.1", 0, app, WSGIServer, Quiet)
    issuer = f"http://127.0.0.1:{http.server_port}"
    print(http.server_port, flush=True)
    # Ends with whoever started it.
    threading.Thread(target=lambda: (sys.stdin.read(), os._exit(0)), daemon=True).start()
    http.serve_forever()
