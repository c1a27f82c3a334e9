package io.cambric.models.seq2seq;

import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.errors.HyperparameterException;
import io.cambric.module.Module;
import io.cambric.numpy.Numpy;
import io.cambric.scope.Variables;
import io.cambric.transform.Transforms;
import io.cambric.transform.result.Carry;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Greedy decoding: the decoder reads the token that it scored highest. An immutable value; the loop
 * is a scan, so that {@code jit} makes one program of it.
 *
 * @param <M> the module
 */
public final class GreedyDecoder<M extends Module<M> & EncoderDecoder> {

  private final M model;
  private final @Nullable End end;

  /** The token that ends a sequence, and the one that fills it up. */
  private record End(int token, int padding) {}

  /** The state of the loop. */
  private record Next(Array token, Array ended) {}

  private GreedyDecoder(M model, @Nullable End end) {
    this.model = model;
    this.end = end;
  }

  /** {@return decoding that ends only at the number of tokens} */
  public static <M extends Module<M> & EncoderDecoder> GreedyDecoder<M> of(M model) {
    return new GreedyDecoder<>(model, null);
  }

  /** {@return this with sequences that end, and are filled up with padding} */
  public GreedyDecoder<M> withEnd(int token, int padding) {
    return new GreedyDecoder<>(model, new End(token, padding));
  }

  /**
   * {@return new tokens, and the scores they were chosen by}
   *
   * @param tokens of the encoder, {@code [batch, length]} integers
   * @param mask of the same shape, 0 at padding
   * @param prompt tokens that the decoder reads first, {@code [batch, length]}, such as one that
   *     starts a sequence
   * @param count number of new tokens
   * @throws HyperparameterException if the number is below 1
   */
  public DecodedTokens generate(
      Variables variables, Array tokens, Array mask, Array prompt, int count) {
    if (count < 1) {
      throw new HyperparameterException(
          "Greedy decoding needs at least 1 new token, but got %d. Request more.".formatted(count));
    }
    var cache =
        model.apply(
            variables, m -> m.start(m.encode(tokens, mask), mask, prompt.dim(1) + count - 1));
    var first = model.apply(variables, m -> m.next(prompt, cache));
    var logits = Numpy.squeeze(Numpy.slice(first.logits(), 1, prompt.dim(1) - 1, prompt.dim(1)), 1);
    var ended = Numpy.zeros(Shape.of(prompt.dim(0)), DType.BOOL);
    var start = chosen(logits, ended);
    var rest =
        Transforms.scan(
            (List<Object> carry, Array _) -> step(variables, carry),
            List.of(first.cache(), start.token(), start.ended()),
            Numpy.arange(count - 1));
    return DecodedTokens.of(start.token(), logits, rest.output());
  }

  private Carry<List<Object>, List<Array>> step(Variables variables, List<Object> carry) {
    var token = (Array) carry.get(1);
    var decoded =
        model.apply(
            variables, m -> m.next(Numpy.expandDims(token, 1), (DecoderCache) carry.get(0)));
    var logits = Numpy.squeeze(decoded.logits(), 1);
    var next = chosen(logits, (Array) carry.get(2));
    return new Carry<>(
        List.of(decoded.cache(), next.token(), next.ended()), List.of(next.token(), logits));
  }

  private Next chosen(Array logits, Array ended) {
    var best = logits.argmax(-1).astype(DType.I32);
    if (end == null) {
      return new Next(best, ended);
    }
    var token = Numpy.where(ended, NdArray.scalar(DType.I32, end.padding()), best);
    return new Next(token, Numpy.logicalOr(ended, token.eq(end.token())));
  }

  /** {@return the model, and where sequences end} */
  @Override
  public String toString() {
    return "GreedyDecoder of %s, end %s".formatted(model, end == null ? "none" : end);
  }
}
