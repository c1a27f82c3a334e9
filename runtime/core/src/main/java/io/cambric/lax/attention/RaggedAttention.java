package io.cambric.lax.attention;

import io.cambric.array.Axes;
import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.Length;
import io.cambric.core.NdArray;
import io.cambric.core.Padded;
import io.cambric.core.RaggedCall;
import io.cambric.core.Trace;
import io.cambric.lax.op.BinaryOps;
import io.cambric.lax.op.RaggedSizes;
import io.cambric.lax.op.ShapeOps;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The ragged rule of attention: batch, queries and keys may be ragged. */
final class RaggedAttention {

  private final DotProductAttention operation;
  private final RaggedCall call;
  private final Shape scores;

  private RaggedAttention(DotProductAttention operation, RaggedCall call) {
    this.operation = operation;
    this.call = call;
    var query = call.operand(0).value().shape();
    this.scores =
        Shape.of(query.dim(0), query.dim(2), query.dim(1), call.operand(1).value().dim(1));
  }

  static List<Padded> apply(DotProductAttention operation, RaggedCall call) {
    call.requireSame(operation);
    for (int i = 0; i < 3; i++) {
      if (RaggedCall.isRagged(call.operand(i), Axes.of(2, 3))) {
        throw call.refused(operation, "its heads or the sizes of its heads are ragged");
      }
    }
    return new RaggedAttention(operation, call).apply();
  }

  private List<Padded> apply() {
    var batch = call.operand(0).length(0);
    var queries = call.operand(0).length(1);
    var keys = call.operand(1).length(1);
    var results =
        keys == null
            ? Trace.bind(operation, call.values())
            : withoutPadding(keys, Objects.equals(keys, queries));
    return List.of(
        new Padded(results.get(0), axes(batch, queries, null, null)),
        new Padded(results.get(1), axes(batch, null, queries)));
  }

  private static List<@Nullable Length> axes(@Nullable Length... axes) {
    return Arrays.asList(axes);
  }

  /**
   * A bias of minus infinity hides padding. A query that sees no key has equal weights for all
   * keys, and would count the padding: each query must see a key.
   */
  private List<Array> withoutPadding(Length keys, boolean ofThemselves) {
    var params = operation.params();
    boolean seesOne =
        !params.mask()
            && params.after() >= 0
            && (params.before() == Integer.MAX_VALUE || (ofThemselves && params.before() >= 0));
    if (!seesOne) {
      throw call.refused(
          operation, "its mask or its window may hide all keys of a query; the keys are ragged");
    }
    var values = call.values();
    var operands = new ArrayList<>(values.subList(0, 3));
    var bias = hiding(keys);
    operands.add(params.bias() ? BinaryOps.add(spread(values.get(3)), spread(bias)) : bias);
    return Trace.bind(
        new DotProductAttention(
            new ScoreParams(params.scale(), params.before(), params.after(), true, false)),
        operands);
  }

  /** {@return minus infinity for the keys of padding, [1, 1, 1, keys]} */
  private Array hiding(Length keys) {
    // The queries of an example without keys see a key of padding, so that no result is NaN.
    var some = BinaryOps.max(RaggedSizes.value(call.lengths(), keys), RaggedSizes.constant(1));
    var line = BinaryOps.lt(ShapeOps.iota(DType.I32, scores.dim(3)), some);
    var dtype =
        operation.params().bias()
            ? call.operand(3).value().dtype()
            : ScoreParams.scoreType(call.operand(0).value().aval());
    var bias =
        BinaryOps.select(
            line, NdArray.scalar(dtype, 0), NdArray.scalar(dtype, Double.NEGATIVE_INFINITY));
    return ShapeOps.broadcastInDim(bias, Shape.of(1, 1, 1, scores.dim(3)), Axes.of(3));
  }

  private Array spread(Array mask) {
    return ShapeOps.broadcastInDim(mask, scores, Axes.range(0, 4));
  }
}
