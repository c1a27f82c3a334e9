package io.cambric.control;

import io.cambric.core.Array;
import io.cambric.core.Trace;
import io.cambric.interpreters.JaxprTransforms;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Partial evaluation of a scan. The known part is the carries that are known in every iteration,
 * and the rows that depend on them alone.
 */
final class ScanKnown {

  private ScanKnown() {}

  static @Nullable List<@Nullable Array> of(Scan scan, List<@Nullable Array> operands) {
    int carries = scan.carries();
    var unknown = OperandMask.not(OperandMask.nonzero(operands));
    var carried =
        OperandMask.fixpoint(
            unknown.subList(scan.constants(), scan.fixed()),
            mask -> OperandMask.not(body(scan, unknown, mask).outputs()).subList(0, carries));
    var body = body(scan, unknown, carried);
    var outputs = new ArrayList<Boolean>();
    var kept = new ArrayList<Integer>();
    int number = 0;
    for (int i = 0; i < body.outputs().size(); i++) {
      // A carry that is initially unknown stays unknown, even if an iteration makes it known.
      boolean known = body.outputs().get(i) && !(i < carries && carried.get(i));
      outputs.add(known);
      if (known) {
        kept.add(number);
      }
      number += body.outputs().get(i) ? 1 : 0;
    }
    if (kept.isEmpty()) {
      return null;
    }
    var inputs = IntStream.range(0, body.jaxpr().inputs().size()).boxed().toList();
    var part =
        scan.with(
            OperandMask.reorder(body.jaxpr(), inputs, kept),
            Collections.frequency(unknown.subList(0, scan.constants()), false),
            Collections.frequency(carried, false));
    return OperandMask.spread(Trace.bind(part, operands(scan, operands, carried)), outputs);
  }

  private static JaxprTransforms.Known body(
      Scan scan, List<Boolean> unknown, List<Boolean> carried) {
    return JaxprTransforms.known(
        scan.body(),
        OperandMask.not(
            OperandMask.concat(
                unknown.subList(0, scan.constants()),
                carried,
                unknown.subList(scan.fixed(), unknown.size()))));
  }

  private static List<Array> operands(
      Scan scan, List<@Nullable Array> operands, List<Boolean> carried) {
    var known = new ArrayList<Array>();
    for (int i = 0; i < operands.size(); i++) {
      var operand = operands.get(i);
      int carry = i - scan.constants();
      if (operand != null && !(carry >= 0 && carry < scan.carries() && carried.get(carry))) {
        known.add(operand);
      }
    }
    return known;
  }
}
