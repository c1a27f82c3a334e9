package io.cambric.rewrite;

import io.cambric.array.Axes;
import io.cambric.control.Scan;
import io.cambric.core.Array;
import io.cambric.core.Atom;
import io.cambric.core.Eqn;
import io.cambric.core.Jaxpr;
import io.cambric.core.Lowering;
import io.cambric.core.Trace;
import io.cambric.kernel.ReduceOp;
import io.cambric.kernel.ScalarOp;
import io.cambric.lax.Lax;
import io.cambric.lax.dims.DotDims;
import io.cambric.lax.op.DotGeneral;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Accumulation motion: moves carries that only accumulate a product or a sum out of a scan. The
 * total over all iterations is one product, or one sum, of the stacked operands after the loop.
 *
 * <p>Example: the gradient of each weight of a recurrent network becomes one large product. The
 * loop no longer reads and writes it in every iteration.
 */
final class ScanSumMotion {

  /**
   * A carry that accumulates.
   *
   * @param carry number of the carry
   * @param product the summand of each iteration
   * @param views the views from the product to the summand, first to last
   */
  private record Sum(int carry, Eqn product, List<Eqn> views) {}

  private final Scan scan;
  private final Jaxpr body;
  private final ScanDependence dependences;
  private final List<Sum> sums = new ArrayList<>();
  private final Set<Atom> stacked = Collections.newSetFromMap(new IdentityHashMap<>());
  private final List<Atom.Var> added = new ArrayList<>();

  /** Finds the accumulators of a body in which calls are inlined. */
  ScanSumMotion(Scan scan, Jaxpr body, ScanDependence dependences) {
    this.scan = scan;
    this.body = body;
    this.dependences = dependences;
    stacked.addAll(body.inputs().subList(scan.constants() + scan.carries(), body.inputs().size()));
    stacked.addAll(body.outputs().subList(scan.carries(), body.outputs().size()));
    Map<Eqn, List<Sum>> byProduct = new LinkedHashMap<>();
    for (int i = 0; i < scan.carries(); i++) {
      var sum = find(i);
      if (sum != null) {
        byProduct.computeIfAbsent(sum.product, _ -> new ArrayList<>()).add(sum);
      }
    }
    // Products come first: the values that they stack then cost plain sums nothing.
    byProduct.forEach((eqn, found) -> take(eqn, found, true));
    byProduct.forEach((eqn, found) -> take(eqn, found, false));
  }

  /** {@return the numbers of the carries that move out of the loop} */
  List<Integer> carries() {
    return sums.stream().map(Sum::carry).sorted().toList();
  }

  /** {@return whether a value is a row or is stacked by the loop} */
  boolean isStacked(Atom atom) {
    return stacked.contains(atom);
  }

  /** {@return the values that the loop stacks in addition} */
  List<Atom.Var> added() {
    return added;
  }

  private @Nullable Sum find(int carry) {
    var before = body.inputs().get(scan.constants() + carry);
    var after = body.outputs().get(carry);
    var sum = dependences.maker(after);
    if (sum == null
        || !isSum(sum)
        || dependences.uses(after) != 1
        || dependences.uses(before) != 1
        || !sum.inputs().contains(before)) {
      return null;
    }
    var summand = sum.inputs().get(sum.inputs().getFirst() == before ? 1 : 0);
    var views = new ArrayList<Eqn>();
    while (dependences.maker(summand) instanceof Eqn eqn) {
      if (isProduct(eqn)) {
        return new Sum(carry, eqn, views.reversed());
      }
      if (!isSelection(eqn) || dependences.uses(summand) != 1) {
        return null;
      }
      views.add(eqn);
      summand = eqn.inputs().getFirst();
    }
    return null;
  }

  private static boolean isSum(Eqn eqn) {
    return eqn.lowering() instanceof Lowering.Elementwise(var loop)
        && loop.code().size() == 1
        && loop.code().getFirst().op() == ScalarOp.ADD
        && eqn.inputs().stream()
            .allMatch(
                input -> input.aval().shape().equals(eqn.outputs().getFirst().aval().shape()));
  }

  private static boolean isProduct(Eqn eqn) {
    return eqn.primitive() instanceof DotGeneral || sumAxes(eqn) != null;
  }

  private static @Nullable Axes sumAxes(Eqn eqn) {
    return eqn.lowering() instanceof Lowering.Reduction(var op, var axes) && op == ReduceOp.SUM
        ? axes
        : null;
  }

  /** {@return whether each element of the result is an element of the operand} */
  private static boolean isSelection(Eqn eqn) {
    return eqn.lowering() instanceof Lowering.View
        && eqn.inputs().getFirst().aval().dtype() == eqn.outputs().getFirst().aval().dtype();
  }

  private void take(Eqn product, List<Sum> found, boolean products) {
    var result = product.outputs().getFirst();
    if (product.primitive() instanceof DotGeneral != products
        || dependences.uses(result) != found.size()
        || product.inputs().stream()
            .anyMatch(input -> dependences.of(input) == ScanDependence.Dependence.INVARIANT)) {
      return;
    }
    var missing =
        product.inputs().stream()
            .map(Atom.Var.class::cast)
            .filter(input -> !stacked.contains(input))
            .distinct()
            .toList();
    long rows = missing.stream().mapToLong(input -> input.aval().bytes()).sum();
    // In the loop, the sum would be read and written in each iteration.
    if (rows > 2 * result.aval().bytes() || rows * scan.length() > ScanInvariantMotion.LARGEST) {
      return;
    }
    stacked.addAll(missing);
    added.addAll(missing);
    sums.addAll(found);
  }

  /**
   * {@return the final value of each carry that moves out of the loop}
   *
   * @param first the initial value of a carry
   * @param rows the stacked form of a value
   */
  Map<Integer, Array> last(Function<Integer, Array> first, Function<Atom, Array> rows) {
    var totals = new IdentityHashMap<Eqn, Array>();
    var last = new LinkedHashMap<Integer, Array>();
    for (var sum : sums) {
      var value = totals.computeIfAbsent(sum.product, product -> total(product, rows));
      for (var view : sum.views) {
        value = Trace.bind(view.primitive(), List.of(value)).getFirst();
      }
      last.put(sum.carry, Lax.add(first.apply(sum.carry), value));
    }
    return last;
  }

  private static Array total(Eqn product, Function<Atom, Array> rows) {
    var operands = product.inputs().stream().map(rows).toList();
    if (product.primitive() instanceof DotGeneral(var dims)) {
      var summed =
          new DotDims(
              dims.lhsContract().shiftedFrom(0).insert(0, 0),
              dims.rhsContract().shiftedFrom(0).insert(0, 0),
              dims.lhsBatch().shiftedFrom(0),
              dims.rhsBatch().shiftedFrom(0));
      return Trace.bind(new DotGeneral(summed), operands).getFirst();
    }
    var axes = Objects.requireNonNull(sumAxes(product));
    return Lax.reduceSum(operands.getFirst(), axes.shiftedFrom(0).insert(0, 0));
  }
}
