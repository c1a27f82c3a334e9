package io.cambric.control;

import io.cambric.core.Array;
import io.cambric.core.Jaxpr;
import io.cambric.core.Primitive;
import io.cambric.core.Trace;
import io.cambric.interpreters.JaxprTransforms;
import io.cambric.lax.op.Tangents;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Forward differentiation and linearization of scans. */
final class ScanDerivatives {

  private ScanDerivatives() {}

  /** Forward differentiation: one scan over primals and tangents. */
  static Primitive.Jvp jvp(Scan scan, List<Array> primals, List<@Nullable Array> tangents) {
    int constants = scan.constants();
    int carries = scan.carries();
    var nonzero = OperandMask.nonzero(tangents);
    var carried =
        OperandMask.fixpoint(
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
    return OperandMask.concat(
        nonzero.subList(0, scan.constants()),
        carried,
        nonzero.subList(scan.fixed(), nonzero.size()));
  }

  private static List<Boolean> forced(Scan scan, List<Boolean> carried) {
    return OperandMask.concat(
        carried, OperandMask.filled(scan.body().outputs().size() - scan.carries(), false));
  }

  private static int count(List<Boolean> mask) {
    return Collections.frequency(mask, true);
  }

  /** {@return the tangents, with zeros for carries that receive a tangent in a later iteration} */
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
    return OperandMask.reorder(derived.jaxpr(), inputs, outputs);
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
    return new Primitive.Jvp(primals, OperandMask.spread(tangents, nonzero));
  }

  /**
   * Linearization: a scan that also stacks residuals, and a linear scan that reads them. See {@link
   * ScanResiduals}.
   */
  static Primitive.Linearized linearize(Scan scan, List<Array> primals, List<Boolean> nonzero) {
    int constants = scan.constants();
    var carried =
        OperandMask.fixpoint(
            nonzero.subList(constants, scan.fixed()),
            mask ->
                JaxprTransforms.linearize(
                        scan.body(), withCarries(scan, nonzero, mask), forced(scan, mask))
                    .nonzero()
                    .subList(0, scan.carries()));
    var mask = withCarries(scan, nonzero, carried);
    var residuals = ScanResiduals.of(scan, mask, forced(scan, carried));
    var forward = Trace.bind(scan.with(residuals.body(), constants, scan.carries()), primals);
    var hoisted =
        residuals.hoisted().outputs().isEmpty()
            ? List.<Array>of()
            : residuals.hoisted().eval(primals.subList(0, constants));
    var invariant = residuals.invariant(primals, hoisted);
    var rows = residuals.rows(primals, forward);
    return new Primitive.Linearized(
        forward.subList(0, scan.body().outputs().size()),
        tangents -> {
          var present = OperandMask.present(complete(scan, primals, tangents, carried));
          int constantTangents = count(mask.subList(0, constants));
          int split = constantTangents + count(carried);
          var linear =
              scan.with(
                  residuals.linear(),
                  invariant.size() + constantTangents,
                  split - constantTangents);
          var operands =
              OperandMask.<Array>concat(
                  invariant,
                  present.subList(0, split),
                  rows,
                  present.subList(split, present.size()));
          return OperandMask.spread(Trace.bind(linear, operands), residuals.nonzero());
        });
  }
}
