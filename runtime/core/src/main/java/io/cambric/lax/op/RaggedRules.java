package io.cambric.lax.op;

import io.cambric.array.Axes;
import io.cambric.array.DType;
import io.cambric.core.Array;
import io.cambric.core.Length;
import io.cambric.core.Padded;
import io.cambric.core.Primitive;
import io.cambric.core.RaggedCall;
import io.cambric.core.ShapedArray;
import io.cambric.core.Trace;
import io.cambric.kernel.ReduceOp;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Ragged rules that families of operations share. */
public final class RaggedRules {

  private RaggedRules() {}

  /**
   * {@return the results of an elementwise operation}
   *
   * @param point replaces the padding of all operands: the value and the derivatives are finite
   *     there; NaN if they are finite at all points
   */
  public static List<Padded> elementwise(Primitive operation, RaggedCall call, double point) {
    call.requireSame(operation);
    var lengths = common(call.operands());
    var values = new ArrayList<Array>();
    for (var operand : call.operands()) {
      values.add(
          Double.isNaN(point)
              ? operand.value()
              : RaggedSizes.fill(call.lengths(), operand, within(operand.value().dtype(), point)));
    }
    var results = Trace.bind(operation, values);
    return results.stream().map(result -> new Padded(result, lengths)).toList();
  }

  /** Integers are never divided by zero. */
  private static double within(DType dtype, double point) {
    return dtype.isFloating() ? point : Math.max(1, Math.rint(point));
  }

  /** {@return the lengths of operands that have one shape or are scalars} */
  static List<@Nullable Length> common(List<Padded> operands) {
    List<@Nullable Length> all = List.of();
    for (var operand : operands) {
      if (all.size() < operand.rank()) {
        all = operand.lengths();
      } else if (operand.rank() > 0) {
        all = join(all, operand.lengths());
      }
    }
    return all;
  }

  /**
   * {@return the lengths of axes of equal sizes}
   *
   * <p>KnownLengths with equal sizes differ only where both are too short for their slices. The
   * function has no meaning for these, and the shorter form stands for both.
   */
  static List<@Nullable Length> join(List<@Nullable Length> a, List<@Nullable Length> b) {
    var all = new ArrayList<@Nullable Length>();
    for (int i = 0; i < a.size(); i++) {
      all.add(b.get(i) instanceof Length.Root root ? root : a.get(i));
    }
    return all;
  }

  /** {@return the result of a reduction of the first operand, with its padding replaced} */
  static List<Padded> reduction(Primitive operation, RaggedCall call, Axes axes, ReduceOp op) {
    call.requireSame(operation);
    var x = call.operand(0);
    var filled = RaggedSizes.fill(call.lengths(), x, axes, op.identity(x.value().dtype()));
    var kept = axes.complement(x.rank());
    return call.result(Trace.bind(operation, filled), x.select(kept));
  }

  /** {@return each operand as the result of an operation that passes it on} */
  public static List<Padded> pass(Primitive operation, RaggedCall call) {
    call.requireSame(operation);
    var results = Trace.bind(operation, call.values());
    var all = new ArrayList<Padded>();
    for (int i = 0; i < results.size(); i++) {
      all.add(call.operand(i).with(results.get(i)));
    }
    return all;
  }

  /** {@return a result with one type, whose lengths follow from its sizes} */
  static List<Padded> sized(
      SingleResult operation, RaggedCall call, Array result, List<@Nullable Length> known) {
    var twin = ((SingleResult) call.twin()).type(call.twinTypes());
    return call.result(result, call.lengths(operation, result.aval(), twin, known));
  }

  /** {@return as many unknown lengths} */
  static List<@Nullable Length> unknown(int count) {
    return Collections.nCopies(count, null);
  }

  /** Checks that no operand has padding along some axes of an operation. */
  public static void requireWhole(
      Primitive operation, RaggedCall call, int operand, Axes axes, String reason) {
    var along = call.operand(operand).select(axes);
    if (along.stream().anyMatch(Objects::nonNull)) {
      throw call.refused(operation, reason);
    }
  }

  /** {@return the types of operands with their padding} */
  static List<ShapedArray> types(RaggedCall call) {
    return ShapedArray.ofAll(call.values());
  }
}
