// A relying party: node main.ts login PERSON | login-link | sign PERSON FILE
//
// Settings come from the environment: RP_URL, RP_UUID, RP_NAME, RP_SCHEME, and the files RP_SECRET_FILE, RP_ROOT,
// RP_ISSUING. ../README.md explains them.

import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { type Opened, RelyingParty, ServiceError, setting, verificationCode } from "./relying-party.ts";
import { certificates, type Signer, type Trust, verify, VerificationError } from "./verify.ts";

function trust(scheme: string): Trust {
  const pem = (name: string) => certificates(readFileSync(setting(name), "ascii"));
  return { roots: pem("RP_ROOT"), intermediates: pem("RP_ISSUING"), scheme, level: "QUALIFIED" };
}

async function finish(party: RelyingParty, opened: Opened): Promise<Signer> {
  const believed = trust(party.scheme);
  return verify(opened.asked, await party.wait(opened), believed, new Date());
}

async function login(person: string): Promise<void> {
  const party = RelyingParty.fromEnvironment();
  const opened = await party.logIn(person, "Нэвтрэх үү?");
  console.log(`verification code: ${verificationCode(opened)}`);
  const signer = await finish(party, opened);
  console.log(`logged in: ${signer.person} ${signer.name} (${signer.level})`);
}

async function loginLink(): Promise<void> {
  const party = RelyingParty.fromEnvironment();
  const opened = await party.logInByLink("Нэвтрэх үү?");
  console.log(`verification code: ${verificationCode(opened)}`);
  // A page would draw a QR code of this text and replace it every second.
  const show = () => console.log(`link: ${party.link(opened)}`);
  show();
  const screen = setInterval(show, 1_000);
  const signer = await finish(party, opened).finally(() => clearInterval(screen));
  console.log(`logged in: ${signer.person} ${signer.name} (${signer.level})`);
}

async function sign(person: string, file: string): Promise<void> {
  const party = RelyingParty.fromEnvironment();
  const text = [...`${basename(file)}: гарын үсэг`].slice(0, 60).join("");
  const opened = await party.sign(person, readFileSync(file), text);
  console.log(`verification code: ${verificationCode(opened)}`);
  const signer = await finish(party, opened);
  console.log(`signed: ${signer.person} ${signer.name} (${signer.level})`);
}

async function main([command, ...words]: string[]): Promise<number> {
  const [person, file] = words;
  try {
    if (command === "login" && words.length === 1) await login(person!);
    else if (command === "login-link" && words.length === 0) await loginLink();
    else if (command === "sign" && words.length === 2) await sign(person!, file!);
    else {
      console.error("usage: node main.ts login PERSON | login-link | sign PERSON FILE");
      return 2;
    }
  } catch (error) {
    if (error instanceof VerificationError) console.error(`not believed: ${error.message}`);
    else if (error instanceof ServiceError) console.error(error.message);
    else console.error(error instanceof Error ? error.message : error);
    return 1;
  }
  return 0;
}

process.exitCode = await main(process.argv.slice(2));
