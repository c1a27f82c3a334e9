package io.cambric.transform;

import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.control.Forwarding;
import io.cambric.control.While;
import io.cambric.core.Array;
import io.cambric.core.Atom;
import io.cambric.core.Jaxpr;
import io.cambric.core.NdArray;
import io.cambric.core.ShapedArray;
import io.cambric.errors.DTypeException;
import io.cambric.errors.ShapeException;
import io.cambric.lax.Lax;
import io.cambric.transform.function.ArrayFn2;
import io.cambric.transform.function.Fn;
import io.cambric.transform.function.Fn2;
import io.cambric.transform.result.Carry;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Loops and branches as operations: one program for any number of iterations. */
@SuppressWarnings("overloads") // each array overload's function extends the general one
final class ControlFlow {

  private ControlFlow() {}

  /**
   * {@return the carry after all iterations and the stacked outputs}
   *
   * @param body from the carry and one row of {@code stacked} to the next carry and an output
   * @param init the first carry
   * @param stacked arrays with a row for each iteration along axis 0
   * @throws io.cambric.errors.ArrayException if the carry changes its type, or arrays differ in
   *     their number of rows
   * @see <a href="https://docs.jax.dev/en/latest/_autosummary/jax.lax.scan.html">lax.scan</a>
   */
  public static <C, X extends @Nullable Object, Y extends @Nullable Object> Carry<C, Y> scan(
      Fn2<C, X, Carry<C, Y>> body, C init, X stacked) {
    return ScanCall.run("scan", body, init, stacked, ScanOptions.DEFAULT);
  }

  /** {@return the carry after all iterations and the stacked outputs, run with options} */
  public static <C, X extends @Nullable Object, Y extends @Nullable Object> Carry<C, Y> scan(
      Fn2<C, X, Carry<C, Y>> body, C init, X stacked, ScanOptions options) {
    return ScanCall.run("scan", body, init, stacked, options);
  }

  /**
   * {@return the first carry for which the condition does not hold}
   *
   * <p>The loop has forward derivatives only.
   *
   * @param condition from the carry to a bool scalar
   * @see <a
   *     href="https://docs.jax.dev/en/latest/_autosummary/jax.lax.while_loop.html">lax.while_loop</a>
   */
  public static <C> C whileLoop(Fn<C, Array> condition, Fn<C, C> body, C init) {
    return whileLoop("whileLoop", condition, body, init);
  }

  private static <C> C whileLoop(String name, Fn<C, Array> condition, Fn<C, C> body, C init) {
    var holds = DisabledJit.isOn() ? holds(name, condition, init) : Optional.<Boolean>empty();
    if (holds.isEmpty()) {
      return tracedWhile(name, condition, body, init);
    }
    var carry = init;
    while (holds(name, condition, carry).orElseThrow()) {
      carry = body.apply(carry);
    }
    return carry;
  }

  /** {@return the value of the condition, if jit is disabled and the value is known} */
  private static <C> Optional<Boolean> holds(String name, Fn<C, Array> condition, C carry) {
    return DisabledJit.value(name, condition.apply(carry)).map(value -> value.getDouble(0) != 0);
  }

  private static <C> C tracedWhile(String name, Fn<C, Array> condition, Fn<C, C> body, C init) {
    var carry = ArrayTree.of(init);
    var carries = carry.arrays();
    // Traces in the order of JAX and equally often, because bodies that draw random keys count
    // their traces.
    var test = TracedBody.of(name, condition, carry.structure(), ShapedArray.ofAll(carries));
    var round = TracedBody.of(name, body, carry.structure(), ShapedArray.ofAll(carries));
    var strengthened = LoopCarries.strengthened(carries, round.traced().jaxpr().outputAvals());
    if (!ShapedArray.ofAll(strengthened).equals(ShapedArray.ofAll(carries))) {
      carries = strengthened;
      test = TracedBody.of(name, condition, carry.structure(), ShapedArray.ofAll(carries));
      round = TracedBody.of(name, body, carry.structure(), ShapedArray.ofAll(carries));
    }
    LoopCarries.requireSame(
        name,
        carry.structure(),
        ShapedArray.ofAll(carries),
        round.result(),
        round.traced().jaxpr().outputAvals());
    requirePredicate("The condition of " + name, test.traced().jaxpr());
    var loop =
        new While(
            test.traced().jaxpr(),
            test.traced().constants().size(),
            round.traced().jaxpr(),
            round.traced().constants().size());
    var operands = new ArrayList<Array>(test.traced().constants());
    operands.addAll(round.traced().constants());
    operands.addAll(carries);
    return carry.structure().build(Forwarding.loop(loop, operands));
  }

  private static void requirePredicate(String what, Jaxpr jaxpr) {
    var avals = jaxpr.outputAvals();
    boolean fits =
        avals.size() == 1
            && avals.getFirst().dtype() == DType.BOOL
            && avals.getFirst().shape().equals(Shape.scalar());
    if (!fits) {
      throw new DTypeException(
          "%s must be a bool scalar, but is %s. Compare arrays, and reduce with all or any."
              .formatted(what, avals));
    }
  }

  /**
   * {@return the value after the iterations from {@code lower} to below {@code upper}; it has
   * forward and reverse derivatives}
   *
   * @param body from the number of the iteration, an integer scalar, and the value, to the next
   *     value
   * @see <a
   *     href="https://docs.jax.dev/en/latest/_autosummary/jax.lax.fori_loop.html">lax.fori_loop</a>
   */
  public static <C> C foriLoop(int lower, int upper, Fn2<Array, C, C> body, C init) {
    return foriLoop(lower, upper, body, init, ScanOptions.DEFAULT);
  }

  /** {@return the value after the iterations, run with options} */
  public static <C> C foriLoop(
      int lower, int upper, Fn2<Array, C, C> body, C init, ScanOptions options) {
    Fn2<Counted<C>, @Nullable Object, Carry<Counted<C>, @Nullable Object>> round =
        (carry, _) -> new Carry<>(next(carry, body), null);
    var first = new Counted<>(NdArray.scalar(DType.defaultInt(), lower), init);
    int rounds = Math.max(0, upper - lower);
    return ScanCall.<Counted<C>, @Nullable Object, @Nullable Object>run(
            "foriLoop", round, first, null, options.withLength(rounds))
        .carry()
        .value();
  }

  /**
   * {@return the value after the iterations between two integer scalars; it has forward derivatives
   * only}
   */
  public static <C> C foriLoop(Array lower, Array upper, Fn2<Array, C, C> body, C init) {
    return whileLoop(
            "foriLoop",
            (Counted<C> carry) -> Lax.lt(carry.round(), upper),
            carry -> next(carry, body),
            new Counted<>(lower, init))
        .value();
  }

  /** A value with the number of the iteration. */
  record Counted<C>(Array round, C value) {}

  private static <C> Counted<C> next(Counted<C> carry, Fn2<Array, C, C> body) {
    var one = Lax.fullLike(carry.round(), 1);
    return new Counted<>(Lax.add(carry.round(), one), body.apply(carry.round(), carry.value()));
  }

  /**
   * {@return the result of one of two functions}
   *
   * @param predicate a bool scalar
   * @see <a href="https://docs.jax.dev/en/latest/_autosummary/jax.lax.cond.html">lax.cond</a>
   */
  public static <A, R> R cond(Array predicate, Fn<A, R> onTrue, Fn<A, R> onFalse, A operand) {
    if (!predicate.shape().equals(Shape.scalar())) {
      throw new ShapeException(
          "cond needs a scalar predicate, but got %s. To choose element by element, use where."
              .formatted(predicate.aval()));
    }
    var truth =
        predicate.dtype() == DType.BOOL ? predicate : Lax.ne(predicate, Lax.fullLike(predicate, 0));
    return branch(
        "cond", Lax.convertElementType(truth, DType.I32), List.of(onFalse, onTrue), operand);
  }

  /**
   * {@return the result of one of several functions}
   *
   * @param index an integer scalar, clamped into range
   * @see <a href="https://docs.jax.dev/en/latest/_autosummary/jax.lax.switch.html">lax.switch</a>
   */
  public static <A, R> R switchCase(Array index, List<? extends Fn<A, R>> branches, A operand) {
    if (!index.dtype().isInteger() || !index.shape().equals(Shape.scalar())) {
      throw new DTypeException(
          "switchCase needs an integer scalar index, but got %s. Convert it with astype(DType.I32), or index it first."
              .formatted(index.aval()));
    }
    if (branches.isEmpty()) {
      throw new ShapeException(
          "switchCase needs at least one branch, but got none. Pass functions of the operand.");
    }
    return branch("switchCase", Lax.convertElementType(index, DType.I32), branches, operand);
  }

  private static <A, R> R branch(
      String name, Array index, List<? extends Fn<A, R>> branches, A operand) {
    var known = DisabledJit.value(name, index);
    if (known.isPresent()) {
      int chosen = Math.clamp(known.get().getLong(0), 0, branches.size() - 1);
      return branches.get(chosen).apply(operand);
    }
    var argument = ArrayTree.of(operand);
    var avals = ShapedArray.ofAll(argument.arrays());
    var bodies = new ArrayList<TracedBody>();
    // As in JAX, cond traces its last branch first, because branches that draw random keys count
    // their traces.
    for (var function : name.equals("cond") ? branches.reversed() : branches) {
      bodies.add(TracedBody.of(name, function, argument.structure(), avals));
    }
    if (name.equals("cond")) {
      Collections.reverse(bodies);
    }
    var first = bodies.getFirst();
    BranchResults.requireSame(name, bodies);
    var operands = new ArrayList<Array>();
    operands.add(index);
    bodies.forEach(body -> operands.addAll(body.traced().constants()));
    operands.addAll(argument.arrays());
    var jaxprs = new ArrayList<Jaxpr>();
    for (int i = 0; i < bodies.size(); i++) {
      jaxprs.add(withConstantsOfAll(bodies, i));
    }
    return first.result().build(Forwarding.choose(jaxprs, operands));
  }

  /** {@return a branch that takes the captured arrays of all branches and reads its own} */
  private static Jaxpr withConstantsOfAll(List<TracedBody> bodies, int own) {
    var jaxpr = bodies.get(own).traced().jaxpr();
    int ownCount = bodies.get(own).traced().constants().size();
    var inputs = new ArrayList<Atom.Var>();
    for (int i = 0; i < bodies.size(); i++) {
      if (i == own) {
        inputs.addAll(jaxpr.inputs().subList(0, ownCount));
      } else {
        for (var constant : bodies.get(i).traced().constants()) {
          inputs.add(new Atom.Var(constant.aval()));
        }
      }
    }
    inputs.addAll(jaxpr.inputs().subList(ownCount, jaxpr.inputs().size()));
    return new Jaxpr(inputs, jaxpr.eqns(), jaxpr.outputs());
  }

  /** {@return the function applied to each row of a tree of stacked arrays, one after another} */
  public static <X, Y> Y map(Fn<X, Y> function, X stacked) {
    Fn2<List<Object>, X, Carry<List<Object>, Y>> body =
        (carry, row) -> new Carry<>(carry, function.apply(row));
    return ScanCall.run("map", body, List.of(), stacked, ScanOptions.DEFAULT).output();
  }

  /**
   * {@return the function applied to each row, several rows at a time; this is faster but takes
   * more memory}
   *
   * @param batchSize number of rows that are mapped at once
   */
  public static <X, Y> Y map(Fn<X, Y> function, X stacked, int batchSize) {
    return BatchedMap.run(function, stacked, batchSize);
  }

  /**
   * {@return the combinations of the first element, the first two, and so on, in a logarithmic
   * number of steps}
   *
   * @param combine associative; called with slices of many elements, element by element along the
   *     axis
   * @param elements arrays with the elements along axis 0
   * @see <a
   *     href="https://docs.jax.dev/en/latest/_autosummary/jax.lax.associative_scan.html">lax.associative_scan</a>
   */
  public static <T> T associativeScan(Fn2<T, T, T> combine, T elements) {
    return AssociativeScan.run(combine, elements, AssociativeScanOptions.DEFAULT);
  }

  /** {@return the combinations of the first elements, run with options} */
  public static <T> T associativeScan(
      Fn2<T, T, T> combine, T elements, AssociativeScanOptions options) {
    return AssociativeScan.run(combine, elements, options);
  }

  /** {@return the combinations of the first elements of an array along axis 0} */
  public static Array associativeScan(ArrayFn2 combine, Array elements) {
    return AssociativeScan.run(combine, elements, AssociativeScanOptions.DEFAULT);
  }

  /** {@return the combinations of the first elements of an array, with options} */
  public static Array associativeScan(
      ArrayFn2 combine, Array elements, AssociativeScanOptions options) {
    return AssociativeScan.run(combine, elements, options);
  }
}
