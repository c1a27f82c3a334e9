package io.cambric.lax.op;

import static io.cambric.lax.op.Arg.between;
import static io.cambric.lax.op.Arg.bools;
import static io.cambric.lax.op.Arg.normal;

import io.cambric.lax.attention.DotProductAttention;
import io.cambric.lax.attention.DotProductAttentionGradient;
import io.cambric.lax.attention.DotProductAttentionTangent;
import io.cambric.lax.attention.ScoreParams;
import java.util.ArrayList;
import java.util.List;

/** The rows of attention and its derivatives. */
final class AttentionLaws {

  private static final int ALL = Integer.MAX_VALUE;

  private AttentionLaws() {}

  static List<Law> all() {
    var laws = new ArrayList<Law>();
    for (var params :
        List.of(
            new ScoreParams(0.7, ALL, ALL, false, false),
            new ScoreParams(0.7, ALL, 0, false, false),
            new ScoreParams(1.3, 1, 1, true, false),
            new ScoreParams(0.5, ALL, ALL, false, true),
            new ScoreParams(0.5, ALL, 1, true, true))) {
      laws.add(law(new DotProductAttention(params), operands(params)));
      for (boolean bias : params.bias() ? new boolean[] {false, true} : new boolean[1]) {
        laws.add(law(new DotProductAttentionTangent(params, bias), tangentOperands(params, bias)));
        laws.add(law(new DotProductAttentionGradient(params, bias), cotangentOperands(params)));
      }
    }
    return laws;
  }

  private static Law law(io.cambric.core.Primitive operation, List<Arg> args) {
    return Law.of(operation, args.toArray(Arg[]::new));
  }

  private static List<Arg> operands(ScoreParams params) {
    var args = new ArrayList<>(List.of(normal(2, 3, 2, 2), normal(2, 4, 1, 2), normal(2, 4, 1, 3)));
    if (params.bias()) {
      args.add(normal(1, 2, 3, 4));
    }
    if (params.mask()) {
      args.add(bools(2, 1, 3, 4));
    }
    return args;
  }

  private static List<Arg> tangentOperands(ScoreParams params, boolean bias) {
    var args = operands(params);
    args.add(between(2, 3, 2, 2, 3));
    args.addAll(List.of(normal(2, 3, 2, 2), normal(2, 4, 1, 2), normal(2, 4, 1, 3)));
    if (bias) {
      args.add(normal(1, 2, 3, 4));
    }
    return args;
  }

  private static List<Arg> cotangentOperands(ScoreParams params) {
    var args = operands(params);
    args.add(between(2, 3, 2, 2, 3));
    args.addAll(List.of(normal(2, 3, 2, 3), normal(2, 2, 3)));
    return args;
  }
}
