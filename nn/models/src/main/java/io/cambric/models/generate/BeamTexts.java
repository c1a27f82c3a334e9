package io.cambric.models.generate;

import io.cambric.annotations.PyTree;
import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.numpy.Numpy;
import java.util.List;

/**
 * Texts of a beam search. A pytree.
 *
 * @param tokens i32 {@code [batch, texts, columns]}, with the prompt first
 * @param scores f32 {@code [batch, texts]}
 * @param done bool {@code [batch, texts]}, whether they ended
 * @param lengths i32 {@code [batch, texts]}, number of new tokens
 */
@PyTree
record BeamTexts(Array tokens, Array scores, Array done, Array lengths) {

  /** {@return texts without a new token} */
  static BeamTexts of(Array tokens, Array scores) {
    return new BeamTexts(
        tokens,
        scores,
        Numpy.zeros(scores.shape(), DType.BOOL),
        Numpy.zeros(scores.shape(), DType.I32));
  }

  /** {@return some of the texts, by their indices, i32 {@code [batch, count]}} */
  BeamTexts rows(Array numbers) {
    int texts = scores.dim(1);
    int batch = scores.dim(0);
    int count = numbers.dim(1);
    var offset = Numpy.expandDims(Numpy.arange(batch).mul(texts), -1);
    var places = numbers.add(offset).reshape(batch * count);
    var taken = Numpy.take(tokens.reshape(batch * texts, -1), places, 0);
    return new BeamTexts(
        taken.reshape(batch, count, -1),
        Numpy.takeAlongAxis(scores, numbers, 1),
        Numpy.takeAlongAxis(done, numbers, 1),
        Numpy.takeAlongAxis(lengths, numbers, 1));
  }

  /**
   * {@return the texts with one more token each}
   *
   * @param length of the texts then, new tokens only
   */
  BeamTexts with(Array token, Array total, Array ends, Array length, Columns columns) {
    int rows = token.dim(0) * token.dim(1);
    var written = columns.with(tokens.reshape(rows, -1), token.reshape(rows), length.sub(1));
    var shape = token.shape();
    return new BeamTexts(
        written.reshape(token.dim(0), token.dim(1), -1),
        total,
        ends,
        Numpy.broadcastTo(length, shape));
  }

  BeamTexts withScores(Array others) {
    return new BeamTexts(tokens, others, done, lengths);
  }

  BeamTexts withDone(Array others) {
    return new BeamTexts(tokens, scores, others, lengths);
  }

  /** {@return these texts, then others} */
  BeamTexts joined(BeamTexts others) {
    return new BeamTexts(
        Numpy.concatenate(List.of(tokens, others.tokens), 1),
        Numpy.concatenate(List.of(scores, others.scores), 1),
        Numpy.concatenate(List.of(done, others.done), 1),
        Numpy.concatenate(List.of(lengths, others.lengths), 1));
  }

  /** {@return the first texts of each prompt, which are the best} */
  GenerationResult best(int count, Columns columns) {
    int rows = scores.dim(0) * count;
    var first = Numpy.slice(tokens, 1, 0, count);
    return new GenerationResult(
        columns.written(first).reshape(rows, -1),
        Numpy.slice(lengths, 1, 0, count).reshape(rows),
        null,
        Numpy.slice(scores, 1, 0, count).reshape(Shape.of(rows)));
  }
}
