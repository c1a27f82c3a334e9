package io.cambric.examples.gpt;

import io.cambric.errors.DataException;
import io.cambric.examples.console.ClosedOutputException;
import io.cambric.models.generate.Generator;
import io.cambric.numpy.Key;
import io.cambric.scope.Variables;
import io.cambric.text.Tokenizer;
import java.io.PrintWriter;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.OptionalInt;

/**
 * Generates texts, and prints each with its speed.
 *
 * @param begin the token that texts begin with, for an empty prompt
 */
record TextSampler(
    Generator generator, Variables variables, Tokenizer tokenizer, OptionalInt begin) {

  /** Prints texts, and returns the last. */
  String print(SamplingOptions options, Key key, PrintWriter out) {
    var ids = tokenizer.encode(options.prompt()).ids();
    var prompt = ids.length == 0 ? beginning() : Arrays.stream(ids).boxed().toList();
    int room = generator.maxPositions() - prompt.size() + 1;
    int count = Math.clamp(options.tokens(), 1, Math.max(1, room));
    var sampling = generator.withSampling(options.sampling()).withMaxTokens(count);
    var text = "";
    for (int i = 0; i < options.samples(); i++) {
      long start = System.nanoTime();
      var tokens = sampling.generate(variables, List.of(prompt), key.foldIn(i)).getFirst();
      double seconds = (System.nanoTime() - start) / 1e9;
      text = options.prompt() + decode(tokens);
      out.printf(
          Locale.ROOT,
          "%n--- %d tokens, %.2f s%s, %.0f tokens a second%n%s%n",
          tokens.size(),
          seconds,
          i == 0 ? " with compilation" : "",
          tokens.size() / seconds,
          text);
      ClosedOutputException.check(out);
    }
    return text;
  }

  private List<Integer> beginning() {
    if (begin.isEmpty()) {
      throw new DataException(
          "The model has no token that begins a text. Pass --prompt with a beginning.");
    }
    return List.of(begin.getAsInt());
  }

  private String decode(List<Integer> tokens) {
    return tokenizer.decode(tokens.stream().mapToInt(token -> token).toArray(), true);
  }
}
