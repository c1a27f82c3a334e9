package io.cambric.models.decoder;

import static org.assertj.core.api.Assertions.assertThat;

import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.module.Module;
import io.cambric.numpy.Numpy;
import io.cambric.scope.Variables;
import io.cambric.tree.Trees;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/** Laws that every decoder keeps. */
public final class Decoding {

  private Decoding() {}

  /** {@return tokens of a vocabulary, in no order} */
  public static NdArray tokens(int batch, int length, int vocabulary) {
    var ids = new int[batch * length];
    Arrays.setAll(ids, i -> (i * i * 7 + i * 5 + 3) % vocabulary);
    return NdArray.ofInts(Shape.of(batch, length), ids);
  }

  /** {@return a batch of one sequence} */
  public static NdArray row(List<Integer> tokens) {
    return NdArray.ofInts(
        Shape.of(1, tokens.size()), tokens.stream().mapToInt(token -> token).toArray());
  }

  /** Tokens read with a cache, some at once and then one by one, have the logits of one pass. */
  public static <M extends Module<M> & CausalLm> void cacheAgreesWithOnePass(
      M model, Variables variables, int first, int length) {
    var tokens = tokens(2, length, model.vocabulary());
    Array expected = model.apply(variables, (M m) -> m.call(tokens));
    var dtype = expected.dtype();
    var prompt = DecoderInput.of(tokens.get(":, :" + first));
    var cache = model.emptyCache(2, length + 3, dtype);
    var read = model.apply(variables, (M m) -> m.next(prompt, cache));
    for (int i = first; ; i++) {
      close(read.logits(), expected.get(":, " + (i - 1)));
      if (i == length) {
        break;
      }
      var one =
          new DecoderInput(
              tokens.get(":, %d:%d".formatted(i, i + 1)),
              Numpy.full(Shape.of(2, 1), i, DType.I32),
              Numpy.ones(Shape.of(2, 1), DType.BOOL));
      var before = read.cache();
      read = model.apply(variables, (M m) -> m.next(one, before));
    }
    assertThat((int) read.cache().filled().item()).isEqualTo(length);
  }

  /** Padding in front changes nothing. */
  public static <M extends Module<M> & CausalLm> void paddingInFrontChangesNothing(
      M model, Variables variables, int length, int padding) {
    var tokens = tokens(1, length, model.vocabulary());
    Array expected = model.apply(variables, (M m) -> m.call(tokens));
    var padded = Numpy.concatenate(List.of(tokens(1, padding, 3), tokens), 1);
    var mask =
        Numpy.concatenate(
            List.of(
                Numpy.zeros(Shape.of(1, padding), DType.I32),
                Numpy.ones(Shape.of(1, length), DType.I32)),
            1);
    var batch = DecoderInput.of(padded, mask);
    Array logits = model.apply(variables, (M m) -> m.call(batch));
    close(logits.get(":, %d:".formatted(padding)), expected);
  }

  /** Variables of halves have a cache of halves. */
  public static <M extends Module<M> & CausalLm> void halvesAreKeptInTheCache(
      M model, Variables variables) {
    var dtype = ((Array) Trees.leaves(variables).getFirst()).dtype();
    var prompt = DecoderInput.of(tokens(1, 4, model.vocabulary()));
    var cache = model.emptyCache(1, 6, dtype);
    var read = model.apply(variables, (M m) -> m.next(prompt, cache));
    assertThat(read.logits().dtype()).isEqualTo(dtype);
    assertThat(read.cache().layers().getLast().values().dtype()).isEqualTo(dtype);
  }

  /** {@return whether two trees have the same elements} */
  public static boolean same(Object one, Object other) {
    var first = Trees.leaves(one);
    var second = Trees.leaves(other);
    return first.size() == second.size()
        && IntStream.range(0, first.size())
            .allMatch(i -> {
              var a = (Array) first.get(i);
              var b = (Array) second.get(i);
              return a.dtype() == b.dtype() && Numpy.arrayEqual(a, b).item() != 0;
            });
  }

  /** Checks that arrays differ by rounding only. */
  public static void close(Array actual, Array expected) {
    assertThat(actual.shape()).isEqualTo(expected.shape());
    double off = Numpy.max(Numpy.abs(actual.sub(expected))).concrete("difference").getDouble(0);
    double largest = Numpy.max(Numpy.abs(expected)).concrete("largest").getDouble(0);
    assertThat(off).isLessThanOrEqualTo(1e-5 * (1 + largest));
  }
}
