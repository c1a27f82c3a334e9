package io.cambric.models.generate;

import io.cambric.array.Shape;
import io.cambric.core.NdArray;
import io.cambric.errors.DataException;
import io.cambric.models.decoder.DecoderInput;
import java.util.List;

/** Lists of tokens as one array with padding. */
final class PaddedTokens {

  /** Lists are padded to multiples of this step, so that similar lengths share a program. */
  static final int LENGTH_STEP = 16;

  private PaddedTokens() {}

  static DecoderInput inFront(List<List<Integer>> prompts) {
    return of(prompts, true);
  }

  static DecoderInput behind(List<List<Integer>> prompts) {
    return of(prompts, false);
  }

  /** {@return a number, or the next multiple of the step} */
  static int rounded(int length) {
    return (length + LENGTH_STEP - 1) / LENGTH_STEP * LENGTH_STEP;
  }

  private static DecoderInput of(List<List<Integer>> prompts, boolean inFront) {
    if (prompts.isEmpty() || prompts.stream().anyMatch(List::isEmpty)) {
      throw new DataException(
          "Generation needs prompts of at least one token, but got %s. Begin with the model's first token of a text."
              .formatted(prompts.isEmpty() ? "none" : "an empty one"));
    }
    int length = rounded(prompts.stream().mapToInt(List::size).max().getAsInt());
    var tokens = new int[prompts.size() * length];
    var mask = new int[tokens.length];
    for (int row = 0; row < prompts.size(); row++) {
      var prompt = prompts.get(row);
      int at = inFront ? (row + 1) * length - prompt.size() : row * length;
      for (int token : prompt) {
        tokens[at] = token;
        mask[at++] = 1;
      }
    }
    var shape = Shape.of(prompts.size(), length);
    return DecoderInput.of(NdArray.ofInts(shape, tokens), NdArray.ofInts(shape, mask));
  }
}
