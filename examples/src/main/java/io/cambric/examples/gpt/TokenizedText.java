package io.cambric.examples.gpt;

import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.data.Dataset;
import io.cambric.data.Remainder;
import io.cambric.errors.DataException;
import io.cambric.numpy.Key;
import io.cambric.numpy.Numpy;
import io.cambric.numpy.Random;
import io.cambric.text.Tokenizer;
import java.util.Arrays;
import java.util.List;

/**
 * The tokens of a text, of which the last tenth is for validation.
 *
 * @param training tokens to learn from, i32 {@code [tokens]}
 * @param validation the other tokens, i32 {@code [tokens]}
 */
record TokenizedText(NdArray training, NdArray validation) {

  private static final int VALIDATION_PART = 10;

  static TokenizedText of(String text, Tokenizer tokenizer) {
    var ids =
        TextFile.parts(text).stream()
            .flatMapToInt(part -> Arrays.stream(tokenizer.encode(part).ids()))
            .toArray();
    int learned = ids.length - ids.length / VALIDATION_PART;
    return new TokenizedText(
        tokens(Arrays.copyOf(ids, learned)), tokens(Arrays.copyOfRange(ids, learned, ids.length)));
  }

  private static NdArray tokens(int[] ids) {
    return NdArray.ofInts(Shape.of(ids.length), ids);
  }

  /**
   * Checks that there is a batch in each part.
   *
   * @throws DataException if not
   */
  void requireBatch(int batch, int context) {
    int needed = batch * context + context;
    if (training.dim(0) <= needed || validation.dim(0) <= context) {
      throw new DataException(
          "A text needs more than %d tokens for %d windows of %d in each step and one for validation, but has %d. Pass a longer text, or a smaller --batch or --context."
              .formatted(
                  Math.max(needed, context * VALIDATION_PART),
                  batch,
                  context,
                  training.dim(0) + validation.dim(0)));
    }
  }

  /**
   * {@return windows of the training part in a random order, cut at other places in each epoch}
   *
   * @return batches {@code [batch, context + 1]}
   */
  Dataset<Array> windows(Key key, int batch, int context) {
    int offset = (int) Random.randint(key, Shape.scalar(), 0, context).item();
    return cut(training, offset, context).shuffle(key).batch(batch);
  }

  /** {@return windows of the validation part in order, of which the last batch may be smaller} */
  Dataset<Array> validationWindows(int batch, int context) {
    return cut(validation, 0, context).batch(batch, Remainder.KEEP);
  }

  private static Dataset<Array> cut(NdArray tokens, int offset, int context) {
    int count = (tokens.dim(0) - offset - 1) / context;
    int end = offset + count * context;
    var inputs = tokens.get(offset + ":" + end).reshape(count, context);
    var last = tokens.get("%d:%d:%d".formatted(offset + context, end + 1, context));
    var windows = Numpy.concatenate(List.of(inputs, last.reshape(count, 1)), 1);
    return Dataset.ofArrays(windows);
  }
}
