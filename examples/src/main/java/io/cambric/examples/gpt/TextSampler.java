package io.cambric.examples.gpt;

import io.cambric.errors.DataException;
import io.cambric.models.generate.Generator;
import io.cambric.models.generate.Sampling;
import io.cambric.numpy.Key;
import io.cambric.scope.Variables;
import io.cambric.text.Tokenizer;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;

/**
 * Generates texts.
 *
 * @param begin the token that texts begin with, for an empty prompt
 */
record TextSampler(
    Generator generator, Variables variables, Tokenizer tokenizer, OptionalInt begin) {

  /**
   * {@return the tokens that follow a prompt}
   *
   * @param most their number at most; the positions of the model may be fewer
   */
  List<Integer> tokens(String prompt, int most, Sampling sampling, Key key) {
    var ids = tokenizer.encode(prompt).ids();
    var first = ids.length == 0 ? beginning() : Arrays.stream(ids).boxed().toList();
    int room = generator.maxPositions() - first.size() + 1;
    return generator
        .withSampling(sampling)
        .withMaxTokens(Math.clamp(most, 1, Math.max(1, room)))
        .generate(variables, List.of(first), key)
        .getFirst();
  }

  private List<Integer> beginning() {
    if (begin.isEmpty()) {
      throw new DataException(
          "The model has no token that begins a text. Pass a beginning with --prompt.");
    }
    return List.of(begin.getAsInt());
  }

  /** {@return the text of tokens} */
  String text(List<Integer> tokens) {
    return tokenizer.decode(tokens.stream().mapToInt(token -> token).toArray(), true);
  }
}
