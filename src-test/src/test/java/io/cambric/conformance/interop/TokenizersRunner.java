package io.cambric.conformance.interop;

import io.cambric.conformance.CaseRunner;
import io.cambric.conformance.format.GoldenCase;
import io.cambric.conformance.report.Check;
import io.cambric.text.Tokenizer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Runner of the cases of tokenizers: each is a file, with all that was recorded of it. */
public final class TokenizersRunner implements CaseRunner {

  private static final JsonMapper JSON = new JsonMapper();

  @Override
  public void run(GoldenCase golden, Check check) {
    var cases = read(golden.family().sibling(golden.text("cases")));
    var tokenizer = Tokenizer.read(golden.family().sibling(cases.get("tokenizer").asString()));
    new TokenizerCases(tokenizer, cases, check).run();
  }

  private static JsonNode read(Path file) {
    try {
      return JSON.readTree(Files.readString(file));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
