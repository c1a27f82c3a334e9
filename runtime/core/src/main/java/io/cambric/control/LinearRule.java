package io.cambric.control;

import io.cambric.core.Atom;
import io.cambric.core.Jaxpr;
import io.cambric.core.Lowering;
import io.cambric.core.Primitive;
import io.cambric.core.ShapedArray;
import io.cambric.core.Source;
import io.cambric.core.Trace;
import io.cambric.errors.DifferentiationException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;

/**
 * The check that a JVP rule is linear in its tangents. A linear rule neither compares tangents nor
 * rounds them to integers. The length of a loop and the choice of a branch do not depend on them.
 */
final class LinearRule {

  private LinearRule() {}

  /**
   * Checks an operation and its programs.
   *
   * @param tangents whether each operand depends on tangents
   * @return whether each result depends on tangents
   * @throws DifferentiationException if a result that is not floating depends on tangents, with
   *     operation and line
   */
  static List<Boolean> require(
      Primitive primitive, List<ShapedArray> operands, List<Boolean> tangents) {
    boolean any = tangents.contains(true);
    // A solver, such as an iterative one, may compare its right side; the solution is linear in it.
    if (!any || primitive instanceof CustomLinearSolve) {
      return OperandMask.filled(primitive.abstractEval(operands).size(), any);
    }
    return switch (primitive.lower(operands)) {
      case Lowering.Call(var jaxpr) -> walk(jaxpr, tangents);
      case Lowering.Scan scan -> {
        int fixed = scan.constants() + scan.carries();
        var rows = tangents.subList(fixed, tangents.size());
        var constants = tangents.subList(0, scan.constants());
        var carries =
            OperandMask.fixpoint(
                tangents.subList(scan.constants(), fixed),
                mask ->
                    walk(scan.body(), OperandMask.concat(constants, mask, rows))
                        .subList(0, scan.carries()));
        yield walk(scan.body(), OperandMask.concat(constants, carries, rows));
      }
      case Lowering.While loop -> {
        int constants = loop.conditionConstants() + loop.bodyConstants();
        var ofCondition = tangents.subList(0, loop.conditionConstants());
        var ofBody = tangents.subList(loop.conditionConstants(), constants);
        var carries =
            OperandMask.fixpoint(
                tangents.subList(constants, tangents.size()),
                mask -> walk(loop.body(), OperandMask.concat(ofBody, mask)));
        walk(loop.condition(), OperandMask.concat(ofCondition, carries));
        yield carries;
      }
      case Lowering.Switch(var branches) -> {
        var results = OperandMask.filled(branches.getFirst().outputs().size(), false);
        for (var branch : branches) {
          results = OperandMask.or(results, walk(branch, tangents.subList(1, tangents.size())));
        }
        yield results;
      }
      default -> requireFloating(primitive, primitive.abstractEval(operands));
    };
  }

  private static List<Boolean> requireFloating(Primitive primitive, List<ShapedArray> results) {
    for (var result : results) {
      if (!result.dtype().isFloating()) {
        throw new DifferentiationException(
            "The rule of a customJvp must be linear in its tangents for reverse-mode differentiation, but \"%s\" makes %s of one at %s. Compute conditions and indices from the primals."
                .formatted(primitive.name(), result.toText(), Source.capture()));
      }
    }
    return OperandMask.filled(results.size(), true);
  }

  private static List<Boolean> walk(Jaxpr jaxpr, List<Boolean> tangents) {
    var dependent = Collections.newSetFromMap(new IdentityHashMap<Atom, Boolean>());
    dependent.addAll(OperandMask.choose(jaxpr.inputs(), tangents));
    for (var eqn : jaxpr.eqns()) {
      var operands = new ArrayList<ShapedArray>();
      eqn.inputs().forEach(atom -> operands.add(atom.aval()));
      var mask = OperandMask.where(eqn.inputs(), dependent::contains);
      var results = Trace.at(eqn.source(), () -> require(eqn.primitive(), operands, mask));
      dependent.addAll(OperandMask.choose(eqn.outputs(), results));
    }
    return OperandMask.where(jaxpr.outputs(), dependent::contains);
  }
}
