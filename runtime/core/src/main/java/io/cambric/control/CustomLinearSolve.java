package io.cambric.control;

import io.cambric.core.Array;
import io.cambric.core.Atom;
import io.cambric.core.Batched;
import io.cambric.core.Jaxpr;
import io.cambric.core.Lowering;
import io.cambric.core.MappedAxis;
import io.cambric.core.Primitive;
import io.cambric.core.ShapedArray;
import io.cambric.core.Trace;
import io.cambric.errors.MissingRuleException;
import io.cambric.interpreters.JaxprTransforms;
import io.cambric.interpreters.StagingTrace;
import io.cambric.lax.Lax;
import io.cambric.lax.op.Batching;
import io.cambric.lax.op.Tangents;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The solution {@code x} of {@code A x = b}, computed by a program of the user. That program is not
 * differentiated: the tangent solves {@code A x' = b' - A' x}, and the cotangent of {@code b}
 * solves the transposed system.
 *
 * <p>Operands: the constants of the three programs, then {@code b}.
 *
 * @param matvec from its constants and {@code x} to {@code A x}
 * @param solve from its constants and {@code b} to {@code x}
 * @param transposeSolve the same for the transposed system, or {@code null} if there is none
 * @param size number of arrays of {@code b}, and of {@code x}
 * @see <a
 *     href="https://docs.jax.dev/en/latest/_autosummary/jax.lax.custom_linear_solve.html">lax.custom_linear_solve</a>
 */
public record CustomLinearSolve(Jaxpr matvec, Jaxpr solve, @Nullable Jaxpr transposeSolve, int size)
    implements Primitive {

  @Override
  public String name() {
    return "custom_linear_solve";
  }

  @Override
  public Set<String> axisNames() {
    return OperandMask.union(held());
  }

  @Override
  public boolean hasEffects() {
    return held().stream().anyMatch(Jaxpr::hasEffects);
  }

  private List<Jaxpr> held() {
    return transposeSolve == null ? List.of(matvec, solve) : List.of(matvec, solve, transposeSolve);
  }

  private int matvecConstants() {
    return matvec.inputs().size() - size;
  }

  private int solveConstants() {
    return solve.inputs().size() - size;
  }

  private int transposeConstants() {
    return transposeSolve == null ? 0 : transposeSolve.inputs().size() - size;
  }

  /** The operands by their use. */
  private record Parts<T extends @Nullable Object>(
      List<T> matvec, List<T> solve, List<T> transpose, List<T> b) {}

  private <T extends @Nullable Object> Parts<T> parts(List<T> operands) {
    int first = matvecConstants();
    int second = first + solveConstants();
    int third = second + transposeConstants();
    return new Parts<>(
        operands.subList(0, first),
        operands.subList(first, second),
        operands.subList(second, third),
        operands.subList(third, operands.size()));
  }

  @Override
  public List<ShapedArray> abstractEval(List<ShapedArray> operands) {
    return solve.outputAvals();
  }

  @Override
  public Lowering lower(List<ShapedArray> operands) {
    return new Lowering.Call(solve.derive(this, _ -> solving(parts(operands))));
  }

  /**
   * {@return the program that solves, with the constants of the other programs as unused inputs}
   */
  private Jaxpr solving(Parts<ShapedArray> avals) {
    var inputs = new ArrayList<Atom.Var>();
    avals.matvec().forEach(aval -> inputs.add(new Atom.Var(aval)));
    inputs.addAll(solve.inputs().subList(0, solveConstants()));
    avals.transpose().forEach(aval -> inputs.add(new Atom.Var(aval)));
    inputs.addAll(solve.inputs().subList(solveConstants(), solve.inputs().size()));
    return new Jaxpr(inputs, solve.eqns(), solve.outputs());
  }

  @Override
  public Jvp jvp(List<Array> primals, List<@Nullable Array> tangents) {
    var solution = Trace.bind(this, primals);
    var at = parts(primals);
    var along = parts(tangents);
    var ofMatrix = matrixTangents(at.matvec(), along.matvec(), solution);
    var right = new ArrayList<@Nullable Array>();
    for (int i = 0; i < size; i++) {
      var change = ofMatrix.get(i);
      right.add(Tangents.add(along.b().get(i), change == null ? null : Lax.neg(change)));
    }
    if (!OperandMask.nonzero(right).contains(true)) {
      return new Jvp(solution, right);
    }
    var operands =
        OperandMask.<Array>concat(at.matvec(), at.solve(), at.transpose(), instantiated(right));
    return new Jvp(solution, new ArrayList<@Nullable Array>(Trace.bind(this, operands)));
  }

  private List<@Nullable Array> matrixTangents(
      List<Array> constants, List<@Nullable Array> tangents, List<Array> solution) {
    var nonzero =
        OperandMask.<Boolean>concat(OperandMask.nonzero(tangents), OperandMask.filled(size, false));
    if (!nonzero.contains(true)) {
      return new ArrayList<>(Collections.nCopies(size, (Array) null));
    }
    var derived = JaxprTransforms.jvp(matvec, nonzero);
    var out =
        derived
            .jaxpr()
            .eval(OperandMask.<Array>concat(constants, solution, OperandMask.present(tangents)));
    return OperandMask.spread(out.subList(size, out.size()), derived.nonzero());
  }

  private List<Array> instantiated(List<@Nullable Array> values) {
    var all = new ArrayList<Array>();
    for (int i = 0; i < size; i++) {
      all.add(Tangents.instantiate(values.get(i), matvec.outputs().get(i).aval().strong()));
    }
    return all;
  }

  @Override
  public List<@Nullable Array> transpose(
      List<@Nullable Array> cotangents, List<LinearOperand> operands) {
    if (transposeSolve == null) {
      throw new MissingRuleException(
          "Reverse-mode differentiation of customLinearSolve needs a solver of the transposed system, but got none. Pass one, or declare the system symmetric.");
    }
    var constants = new ArrayList<Array>();
    for (var operand : operands) {
      if (operand instanceof LinearOperand.Known(var value)) {
        constants.add(value);
      }
    }
    if (constants.size() != operands.size() - size) {
      throw missing("transpose", "a system that is not constant");
    }
    var known = parts(constants);
    var transposed = new CustomLinearSolve(transposedMatvec(), transposeSolve, solve, size);
    var back =
        Trace.bind(
            transposed,
            OperandMask.<Array>concat(
                known.matvec(), known.transpose(), known.solve(), instantiated(cotangents)));
    var all = new ArrayList<@Nullable Array>(Collections.nCopies(constants.size(), (Array) null));
    all.addAll(back);
    return all;
  }

  private Jaxpr transposedMatvec() {
    int constants = matvecConstants();
    var linear =
        OperandMask.concat(OperandMask.filled(constants, false), OperandMask.filled(size, true));
    var derived = JaxprTransforms.transpose(matvec, linear, OperandMask.filled(size, true));
    return StagingTrace.trace(
            "customLinearSolve",
            derived.jaxpr().inputAvals(),
            arguments -> {
              var out = OperandMask.spread(derived.jaxpr().eval(arguments), derived.nonzero());
              return instantiated(out.subList(constants, out.size()));
            })
        .closed();
  }

  /** If any operand is mapped, the systems of all lanes are solved together. */
  @Override
  public Batched batch(MappedAxis axis, List<Array> operands, List<Integer> axes) {
    var of = parts(axes);
    var mapped =
        new CustomLinearSolve(
            overLanes(matvec, axis, of.matvec()),
            overLanes(solve, axis, of.solve()),
            transposeSolve == null ? null : overLanes(transposeSolve, axis, of.transpose()),
            size);
    int constants = operands.size() - size;
    var aligned = new ArrayList<>(operands.subList(0, constants));
    for (int i = constants; i < operands.size(); i++) {
      aligned.add(Batching.toFront(axis, operands.get(i), axes.get(i)));
    }
    return new Batched(Trace.bind(mapped, aligned), Collections.nCopies(size, 0));
  }

  private Jaxpr overLanes(Jaxpr jaxpr, MappedAxis axis, List<Integer> constantAxes) {
    var axes = OperandMask.<Integer>concat(constantAxes, Collections.nCopies(size, 0));
    return JaxprTransforms.batch(jaxpr, axis, axes, OperandMask.filled(size, true)).jaxpr();
  }
}
