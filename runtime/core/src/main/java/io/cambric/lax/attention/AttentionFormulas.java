package io.cambric.lax.attention;

import io.cambric.array.Axes;
import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.core.Primitive;
import io.cambric.core.Primitive.Jvp;
import io.cambric.core.ShapedArray;
import io.cambric.core.Trace;
import io.cambric.kernel.ScoreSpec;
import io.cambric.lax.dims.DotDims;
import io.cambric.lax.op.BinaryOps;
import io.cambric.lax.op.JvpPair;
import io.cambric.lax.op.ReductionOps;
import io.cambric.lax.op.ShapeOps;
import io.cambric.lax.op.UnaryOps;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The derivatives of attention as formulas over arrays of all scores. Second derivatives use them.
 */
final class AttentionFormulas {

  /** Products of rows of two arrays, for each batch element and head. */
  private static final DotDims ROWS_BY_ROWS =
      new DotDims(Axes.of(3), Axes.of(3), Axes.of(0, 2), Axes.of(0, 2));

  /** Scores times rows that belong to keys. */
  private static final DotDims SCORES_BY_KEYS =
      new DotDims(Axes.of(3), Axes.of(1), Axes.of(0, 1), Axes.of(0, 2));

  /** Transposed scores times rows that belong to queries. */
  private static final DotDims SCORES_BY_QUERIES =
      new DotDims(Axes.of(2), Axes.of(1), Axes.of(0, 1), Axes.of(0, 2));

  private static final Axes HEADS_SECOND = Axes.of(0, 2, 1, 3);

  private final ScoreParams params;
  private final List<ShapedArray> avals;
  private final Shape scores;
  private final DType dtype;
  private final List<JvpPair> operands;
  private final @Nullable Array seen;

  private AttentionFormulas(ScoreParams params, List<JvpPair> operands) {
    this.params = params;
    this.operands = operands;
    avals = operands.stream().map(x -> x.value().aval()).toList();
    scores = params.scores(avals);
    dtype = ScoreParams.scoreType(avals.getFirst());
    seen = params.hides() ? seen() : null;
  }

  /** {@return the results and tangents of an operation, by its formula} */
  static Jvp jvp(
      Primitive operation,
      List<Array> primals,
      List<@Nullable Array> tangents,
      Function<List<JvpPair>, List<JvpPair>> formula) {
    var results = Trace.bind(operation, primals);
    if (tangents.stream().allMatch(Objects::isNull)) {
      return new Jvp(results, Arrays.asList(new Array[results.size()]));
    }
    var duals = new ArrayList<JvpPair>();
    for (int i = 0; i < primals.size(); i++) {
      duals.add(new JvpPair(primals.get(i), tangents.get(i)));
    }
    var moved = new ArrayList<@Nullable Array>();
    for (var dual : formula.apply(duals)) {
      moved.add(dual.tangent());
    }
    return new Jvp(results, moved);
  }

  /** {@return the results of {@link DotProductAttentionTangent}} */
  static List<JvpPair> tangent(ScoreParams params, boolean biasTangent, List<JvpPair> operands) {
    var f = new AttentionFormulas(params, operands);
    int first = params.operands() + 1;
    var byQuery = f.wide(first).dot(f.keys(), ROWS_BY_ROWS);
    var byKey = f.wide(0).dot(f.repeated(f.wide(first + 1)), ROWS_BY_ROWS);
    var change = byQuery.plus(byKey).times(params.scale());
    if (biasTangent) {
      change = change.plus(f.full(operands.get(first + 3)));
    }
    var weights = f.weights();
    var weighed = weights.times(f.shown(change));
    var out =
        weighed
            .dot(f.values(), SCORES_BY_KEYS)
            .plus(weights.dot(f.repeated(f.wide(first + 2)), SCORES_BY_KEYS))
            .transposed(HEADS_SECOND);
    return List.of(out, weighed.linear(x -> ReductionOps.reduceSum(x, Axes.of(3))));
  }

  /** {@return the results of {@link DotProductAttentionGradient}} */
  static List<JvpPair> gradient(ScoreParams params, boolean toScores, List<JvpPair> operands) {
    var f = new AttentionFormulas(params, operands);
    int next = params.operands();
    var cotangent = operands.get(next + 1);
    var weights = f.weights();
    var toWeights = cotangent.dot(f.values(), ROWS_BY_ROWS).minus(f.rows(operands.get(next + 2)));
    var change = f.shown(weights.times(toWeights));
    var scaled = change.times(params.scale());
    var results = new ArrayList<JvpPair>();
    results.add(f.narrow(scaled.dot(f.keys(), SCORES_BY_KEYS).transposed(HEADS_SECOND)));
    results.add(f.ofGroups(scaled.dot(f.wide(0), SCORES_BY_QUERIES)));
    results.add(f.ofGroups(weights.dot(cotangent, SCORES_BY_QUERIES)));
    if (toScores) {
      results.add(change);
    }
    return results;
  }

  /** {@return an operand in the dtype of the scores} */
  private JvpPair wide(int operand) {
    return operands.get(operand).linear(x -> UnaryOps.convertElementType(x, dtype));
  }

  /** {@return a result in the dtype of the queries} */
  private JvpPair narrow(JvpPair result) {
    return result.linear(x -> UnaryOps.convertElementType(x, avals.getFirst().dtype()));
  }

  private JvpPair keys() {
    return repeated(wide(1));
  }

  private JvpPair values() {
    return repeated(wide(2));
  }

  /** {@return rows of groups as rows of heads} */
  private JvpPair repeated(JvpPair rows) {
    int heads = scores.dim(1);
    return rows.linear(x -> {
      int groups = x.dim(2);
      var split = x.shape().insert(3, heads / groups);
      return groups == heads
          ? x
          : ShapeOps.reshape(
              ShapeOps.broadcastInDim(x, split, Axes.of(0, 1, 2, 4)), x.shape().with(2, heads));
    });
  }

  /** {@return rows {@code [batch, heads, keys, size]} of heads summed to rows of groups} */
  private JvpPair ofGroups(JvpPair rows) {
    int groups = avals.get(1).shape().dim(2);
    var moved =
        rows.transposed(HEADS_SECOND)
            .linear(x -> {
              int heads = x.dim(2);
              var split = x.shape().with(2, heads / groups).insert(2, groups);
              return groups == heads
                  ? x
                  : ReductionOps.reduceSum(ShapeOps.reshape(x, split), Axes.of(3));
            });
    return narrow(moved);
  }

  /** {@return one number per query, repeated for all its scores} */
  private JvpPair rows(JvpPair perQuery) {
    return perQuery.linear(x -> ShapeOps.broadcastInDim(x, scores, Axes.of(0, 1, 2)));
  }

  /** {@return the bias, or a tangent of it, for all scores} */
  private JvpPair full(JvpPair bias) {
    return bias.linear(x ->
        ShapeOps.broadcastInDim(
            UnaryOps.convertElementType(x, dtype), scores, Axes.of(0, 1, 2, 3)));
  }

  private JvpPair weights() {
    var score = wide(0).dot(keys(), ROWS_BY_ROWS).times(params.scale());
    var bias = params.biasOf(operands);
    if (bias != null) {
      score = score.plus(full(bias));
    }
    var logSums = operands.get(params.operands());
    if (seen == null) {
      return score.minus(rows(logSums)).exp();
    }
    var hidden = ShapeOps.full(new ShapedArray(Shape.scalar(), dtype), ScoreSpec.MASKED);
    var masked =
        new JvpPair(
            BinaryOps.select(
                seen, score.value(), ShapeOps.broadcastInDim(hidden, scores, Axes.of())),
            shown(score).tangent());
    var none = BinaryOps.le(logSums.value(), hidden);
    var alike = ShapeOps.full(logSums.value().aval(), 1.0 / scores.dim(3));
    var share = BinaryOps.select(none, alike, ShapeOps.full(logSums.value().aval(), 1));
    return masked.minus(rows(logSums)).exp().times(rows(new JvpPair(share, null)));
  }

  /** {@return derivatives of scores; 0 where a key is masked} */
  private JvpPair shown(JvpPair scores) {
    return seen == null
        ? scores
        : scores.linear(x -> BinaryOps.select(seen, x, ShapeOps.full(x.aval().strong(), 0)));
  }

  private Array seen() {
    int queries = scores.dim(2);
    int keys = scores.dim(3);
    var seen =
        params
            .maskOf(operands)
            .map(mask -> ShapeOps.broadcastInDim(mask.value(), scores, Axes.of(0, 1, 2, 3)))
            .orElseGet(() -> ShapeOps.full(new ShapedArray(scores, DType.BOOL), 1));
    var query = ShapeOps.broadcastInDim(ShapeOps.iota(DType.I32, queries), scores, Axes.of(2));
    var key = ShapeOps.broadcastInDim(ShapeOps.iota(DType.I32, keys), scores, Axes.of(3));
    var distance = BinaryOps.sub(key, query);
    var limit = new ShapedArray(Shape.scalar(), DType.I32);
    seen = BinaryOps.bitwiseAnd(seen, BinaryOps.le(distance, ShapeOps.full(limit, params.after())));
    return BinaryOps.bitwiseAnd(
        seen, BinaryOps.ge(distance, ShapeOps.full(limit, -(double) params.before())));
  }
}
