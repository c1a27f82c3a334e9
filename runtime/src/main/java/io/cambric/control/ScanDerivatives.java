package io.cambric.control;

import io.cambric.core.Array;
import io.cambric.core.Atom;
import io.cambric.core.Eqn;
import io.cambric.core.Jaxpr;
import io.cambric.core.Primitive;
import io.cambric.core.Trace;
import io.cambric.interpreters.JaxprTransforms;
import io.cambric.lax.Tangents;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Forward differentiation and linearization of scans. */
final class ScanDerivatives {

  private ScanDerivatives() {}

  /** One scan over primals and tangents. */
  static Primitive.Jvp jvp(Scan scan, List<Array> primals, List<@Nullable Array> tangents) {
    int constants = scan.constants();
    int carries = scan.carries();
    var nonzero = Masks.nonzero(tangents);
    var carried =
        Masks.fixpoint(
            nonzero.subList(constants, scan.fixed()),
            mask ->
                JaxprTransforms.jvp(
                        scan.body(), withCarries(scan, nonzero, mask), forced(scan, mask))
                    .nonzero()
                    .subList(0, carries));
    var mask = withCarries(scan, nonzero, carried);
    var derived = JaxprTransforms.jvp(scan.body(), mask, forced(scan, carried));
    var complete = complete(scan, primals, tangents, carried);
    var body = interleaved(scan, derived, mask);
    int constantTangents = count(mask.subList(0, constants));
    int carryTangents = count(carried);
    var operands = interleave(scan, primals, complete, mask);
    var results =
        Trace.bind(
            scan.with(body, constants + constantTangents, carries + carryTangents), operands);
    return split(scan, results, derived.nonzero());
  }

  private static List<Boolean> withCarries(
      Scan scan, List<Boolean> nonzero, List<Boolean> carried) {
    return Masks.concat(
        nonzero.subList(0, scan.constants()),
        carried,
        nonzero.subList(scan.fixed(), nonzero.size()));
  }

  private static List<Boolean> forced(Scan scan, List<Boolean> carried) {
    return Masks.concat(
        carried, Masks.filled(scan.body().outputs().size() - scan.carries(), false));
  }

  private static int count(List<Boolean> mask) {
    return Collections.frequency(mask, true);
  }

  /** {@return the tangents, with zeros for carries that get one later} */
  private static List<@Nullable Array> complete(
      Scan scan, List<Array> primals, List<@Nullable Array> tangents, List<Boolean> carried) {
    var all = new ArrayList<@Nullable Array>(tangents);
    for (int i = 0; i < scan.carries(); i++) {
      int at = scan.constants() + i;
      if (carried.get(i)) {
        all.set(at, Tangents.instantiate(tangents.get(at), primals.get(at).aval().strong()));
      }
    }
    return all;
  }

  private static List<Array> interleave(
      Scan scan, List<Array> primals, List<@Nullable Array> tangents, List<Boolean> mask) {
    var operands = new ArrayList<Array>();
    int[] bounds = {0, scan.constants(), scan.fixed(), primals.size()};
    for (int part = 0; part < 3; part++) {
      operands.addAll(primals.subList(bounds[part], bounds[part + 1]));
      for (int i = bounds[part]; i < bounds[part + 1]; i++) {
        var tangent = tangents.get(i);
        if (mask.get(i) && tangent != null) {
          operands.add(tangent);
        }
      }
    }
    return operands;
  }

  /** {@return the body with each kind of operand followed by its tangents} */
  private static Jaxpr interleaved(
      Scan scan, JaxprTransforms.WithTangents derived, List<Boolean> mask) {
    int count = mask.size();
    var inputs = new ArrayList<Integer>();
    int[] bounds = {0, scan.constants(), scan.fixed(), count};
    int next = count;
    for (int part = 0; part < 3; part++) {
      for (int i = bounds[part]; i < bounds[part + 1]; i++) {
        inputs.add(i);
      }
      for (int i = bounds[part]; i < bounds[part + 1]; i++) {
        if (mask.get(i)) {
          inputs.add(next++);
        }
      }
    }
    var outputs = new ArrayList<Integer>();
    int results = derived.nonzero().size();
    int[] resultBounds = {0, scan.carries(), results};
    next = results;
    for (int part = 0; part < 2; part++) {
      for (int i = resultBounds[part]; i < resultBounds[part + 1]; i++) {
        outputs.add(i);
      }
      for (int i = resultBounds[part]; i < resultBounds[part + 1]; i++) {
        if (derived.nonzero().get(i)) {
          outputs.add(next++);
        }
      }
    }
    return Masks.reorder(derived.jaxpr(), inputs, outputs);
  }

  private static Primitive.Jvp split(Scan scan, List<Array> results, List<Boolean> nonzero) {
    var primals = new ArrayList<Array>();
    var tangents = new ArrayList<Array>();
    int at = 0;
    int[] bounds = {0, scan.carries(), nonzero.size()};
    for (int part = 0; part < 2; part++) {
      int size = bounds[part + 1] - bounds[part];
      primals.addAll(results.subList(at, at + size));
      at += size;
      int present = count(nonzero.subList(bounds[part], bounds[part + 1]));
      tangents.addAll(results.subList(at, at + present));
      at += present;
    }
    return new Primitive.Jvp(primals, Masks.spread(tangents, nonzero));
  }

  /**
   * A scan that also stacks residuals, and a linear scan that reads them.
   *
   * <p>Residuals that depend on constants only are computed once, before the loop; those that are a
   * constant or a row already are not stacked again.
   */
  static Primitive.Linearized linearize(Scan scan, List<Array> primals, List<Boolean> nonzero) {
    int constants = scan.constants();
    var carried =
        Masks.fixpoint(
            nonzero.subList(constants, scan.fixed()),
            mask ->
                JaxprTransforms.linearize(
                        scan.body(), withCarries(scan, nonzero, mask), forced(scan, mask))
                    .nonzero()
                    .subList(0, scan.carries()));
    var mask = withCarries(scan, nonzero, carried);
    var derived = JaxprTransforms.linearize(scan.body(), mask, forced(scan, carried));
    var residuals = Residuals.of(scan, derived.primal());
    var forward = Trace.bind(scan.with(residuals.body(), constants, scan.carries()), primals);
    int results = scan.body().outputs().size();
    var hoisted =
        residuals.hoisted().outputs().isEmpty()
            ? List.<Array>of()
            : residuals.hoisted().eval(primals.subList(0, constants));
    var loopInvariant = new ArrayList<Array>();
    var stacked = new ArrayList<Array>();
    var inputOrder =
        residuals.order(
            primals, hoisted, forward.subList(results, forward.size()), loopInvariant, stacked);
    return new Primitive.Linearized(
        forward.subList(0, results),
        tangents -> {
          var complete = complete(scan, primals, tangents, carried);
          return linear(scan, derived, mask, carried, inputOrder, loopInvariant, stacked, complete);
        });
  }

  private static List<@Nullable Array> linear(
      Scan scan,
      JaxprTransforms.Linear derived,
      List<Boolean> mask,
      List<Boolean> carried,
      List<Integer> residualOrder,
      List<Array> loopInvariant,
      List<Array> stacked,
      List<@Nullable Array> tangents) {
    int constantTangents = count(mask.subList(0, scan.constants()));
    int carryTangents = count(carried);
    int rowTangents = count(mask.subList(scan.fixed(), mask.size()));
    int residuals = residualOrder.size();
    var inputs = new ArrayList<>(residualOrder.subList(0, loopInvariant.size()));
    for (int i = 0; i < constantTangents + carryTangents; i++) {
      inputs.add(residuals + i);
    }
    inputs.addAll(residualOrder.subList(loopInvariant.size(), residuals));
    for (int i = 0; i < rowTangents; i++) {
      inputs.add(residuals + constantTangents + carryTangents + i);
    }
    var outputs = new ArrayList<Integer>();
    for (int i = 0; i < derived.linear().outputs().size(); i++) {
      outputs.add(i);
    }
    var body = Masks.reorder(derived.linear(), inputs, outputs);
    var present = Masks.present(tangents);
    int split = constantTangents + carryTangents;
    var operands =
        Masks.<Array>concat(
            loopInvariant,
            present.subList(0, split),
            stacked,
            present.subList(split, present.size()));
    var results =
        Trace.bind(
            scan.with(body, loopInvariant.size() + constantTangents, carryTangents), operands);
    return Masks.spread(results, derived.nonzero());
  }

  /** Where the residuals of a linearized body come from. */
  private record Residuals(
      Scan scan,
      Jaxpr primal,
      List<Atom> atoms,
      Set<Atom.Var> constant,
      Jaxpr body,
      Jaxpr hoisted) {

    static Residuals of(Scan scan, Jaxpr primal) {
      int results = scan.body().outputs().size();
      var atoms = primal.outputs().subList(results, primal.outputs().size());
      Set<Atom.Var> constant = Collections.newSetFromMap(new IdentityHashMap<>());
      constant.addAll(primal.inputs().subList(0, scan.constants()));
      var hoistable = new ArrayList<Eqn>();
      for (var eqn : primal.eqns()) {
        boolean fixed =
            eqn.inputs().stream()
                .allMatch(
                    atom -> !(atom instanceof Atom.Var variable) || constant.contains(variable));
        if (fixed && !eqn.primitive().hasEffects()) {
          constant.addAll(eqn.outputs());
          hoistable.add(eqn);
        }
      }
      var stacked = new ArrayList<>(primal.outputs().subList(0, results));
      var hoistedOutputs = new ArrayList<Atom>();
      for (var atom : atoms) {
        switch (kind(scan, primal, constant, atom)) {
          case COMPUTED -> stacked.add(atom);
          case HOISTED -> hoistedOutputs.add(atom);
          case CONSTANT, ROW -> {}
        }
      }
      return new Residuals(
          scan,
          primal,
          atoms,
          constant,
          new Jaxpr(primal.inputs(), primal.eqns(), stacked),
          new Jaxpr(primal.inputs().subList(0, scan.constants()), hoistable, hoistedOutputs));
    }

    private enum Kind {
      CONSTANT,
      HOISTED,
      ROW,
      COMPUTED
    }

    private static Kind kind(Scan scan, Jaxpr primal, Set<Atom.Var> constant, Atom atom) {
      int input = atom instanceof Atom.Var variable ? primal.inputs().indexOf(variable) : -1;
      if (input >= 0 && input < scan.constants()) {
        return Kind.CONSTANT;
      }
      if (input >= scan.fixed()) {
        return Kind.ROW;
      }
      boolean fixed = !(atom instanceof Atom.Var variable) || constant.contains(variable);
      return fixed ? Kind.HOISTED : Kind.COMPUTED;
    }

    /**
     * Sorts the residuals into those that stay the same and those with a row a round.
     *
     * @return the numbers of the residuals in that order
     */
    List<Integer> order(
        List<Array> primals,
        List<Array> hoistedValues,
        List<Array> computed,
        List<Array> loopInvariant,
        List<Array> stacked) {
      var first = new ArrayList<Integer>();
      var second = new ArrayList<Integer>();
      int nextHoisted = 0;
      int nextComputed = 0;
      for (int i = 0; i < atoms.size(); i++) {
        var atom = atoms.get(i);
        switch (kind(scan, primal, constant, atom)) {
          case CONSTANT -> {
            first.add(i);
            loopInvariant.add(primals.get(primal.inputs().indexOf(atom)));
          }
          case HOISTED -> {
            first.add(i);
            loopInvariant.add(hoistedValues.get(nextHoisted++));
          }
          case ROW -> {
            second.add(i);
            stacked.add(primals.get(primal.inputs().indexOf(atom)));
          }
          case COMPUTED -> {
            second.add(i);
            stacked.add(computed.get(nextComputed++));
          }
        }
      }
      return Masks.concat(first, second);
    }
  }
}
