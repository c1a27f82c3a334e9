package io.cambric.control;

import io.cambric.core.Array;
import io.cambric.core.Atom;
import io.cambric.core.Jaxpr;
import io.cambric.core.Primitive.LinearOperand;
import io.cambric.core.ShapedArray;
import io.cambric.core.Trace;
import io.cambric.interpreters.StagingTrace;
import io.cambric.interpreters.Transposition;
import io.cambric.lax.Lax;
import io.cambric.lax.op.Tangents;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The transpose of a linear scan: a scan in reverse order. It carries the cotangents of the carries
 * and accumulates the cotangents of the constants; it stacks the cotangents of the rows.
 */
final class ScanTranspose {

  private final Scan scan;
  private final List<Boolean> linear;
  private final List<Boolean> nonzeroRows;

  private ScanTranspose(Scan scan, List<Boolean> linear, List<Boolean> nonzeroRows) {
    this.scan = scan;
    this.linear = linear;
    this.nonzeroRows = nonzeroRows;
  }

  static List<@Nullable Array> transpose(
      Scan scan, List<@Nullable Array> cotangents, List<LinearOperand> operands) {
    // A carry whose initial value is a known zero is linear from the first iteration.
    var linear = new ArrayList<Boolean>();
    for (int i = 0; i < operands.size(); i++) {
      boolean carry = i >= scan.constants() && i < scan.fixed();
      linear.add(carry || operands.get(i) instanceof LinearOperand.Unknown);
    }
    var nonzeroRows = OperandMask.nonzero(cotangents.subList(scan.carries(), cotangents.size()));
    return new ScanTranspose(scan, linear, nonzeroRows).run(cotangents, operands);
  }

  private List<@Nullable Array> run(
      List<@Nullable Array> cotangents, List<LinearOperand> operands) {
    var knownConstants = new ArrayList<Array>();
    var knownRows = new ArrayList<Array>();
    var sums = new ArrayList<Array>();
    for (int i = 0; i < operands.size(); i++) {
      if (i < scan.constants() && linear.get(i)) {
        sums.add(Lax.zeros(operands.get(i).aval().strong()));
      } else if (!linear.get(i) && operands.get(i) instanceof LinearOperand.Known(var value)) {
        (i < scan.constants() ? knownConstants : knownRows).add(value);
      }
    }
    var carries = new ArrayList<Array>();
    for (int i = 0; i < scan.carries(); i++) {
      carries.add(
          Tangents.instantiate(cotangents.get(i), scan.body().outputs().get(i).aval().strong()));
    }
    var rows = OperandMask.present(cotangents.subList(scan.carries(), cotangents.size()));
    var body = body(knownConstants.size(), sums.size());
    var results =
        Trace.bind(
            new Scan(
                body,
                scan.length(),
                !scan.reverse(),
                knownConstants.size(),
                sums.size() + carries.size(),
                scan.unroll()),
            OperandMask.<Array>concat(knownConstants, sums, carries, knownRows, rows));
    return OperandMask.spread(results, linear);
  }

  private record Key(List<Boolean> linear, List<Boolean> nonzeroRows) {}

  private Jaxpr body(int knownConstants, int sums) {
    return scan.body().derive(new Key(linear, nonzeroRows), _ -> trace(knownConstants, sums));
  }

  private Jaxpr trace(int knownConstants, int sums) {
    var body = scan.body();
    var knownConstantAvals = new ArrayList<ShapedArray>();
    var sumAvals = new ArrayList<ShapedArray>();
    var knownRowAvals = new ArrayList<ShapedArray>();
    var known = new ArrayList<Atom.Var>();
    var unknown = new ArrayList<Atom.Var>();
    for (int i = 0; i < linear.size(); i++) {
      var input = body.inputs().get(i);
      (linear.get(i) ? unknown : known).add(input);
      if (i < scan.constants()) {
        (linear.get(i) ? sumAvals : knownConstantAvals).add(input.aval());
      } else if (!linear.get(i)) {
        knownRowAvals.add(input.aval());
      }
    }
    var ordered = new Jaxpr(OperandMask.concat(known, unknown), body.eqns(), body.outputs());
    var outputs = body.outputAvals();
    var carryAvals = outputs.subList(0, scan.carries());
    var rowAvals =
        OperandMask.<ShapedArray>choose(
            outputs.subList(scan.carries(), outputs.size()), nonzeroRows);
    var avals =
        OperandMask.<ShapedArray>concat(
            knownConstantAvals,
            strong(sumAvals),
            strong(carryAvals),
            knownRowAvals,
            strong(rowAvals));
    int carriesAt = knownConstants + sums;
    int rowsAt = carriesAt + scan.carries();
    return StagingTrace.trace(
            "grad",
            avals,
            arguments -> {
              var values =
                  OperandMask.<Array>concat(
                      arguments.subList(0, knownConstants),
                      arguments.subList(rowsAt, rowsAt + knownRowAvals.size()));
              var incoming = new ArrayList<@Nullable Array>(arguments.subList(carriesAt, rowsAt));
              incoming.addAll(
                  OperandMask.spread(
                      arguments.subList(rowsAt + knownRowAvals.size(), arguments.size()),
                      nonzeroRows));
              var outgoing = Transposition.transpose(ordered, values, incoming);
              return collect(outgoing, unknown, arguments.subList(knownConstants, carriesAt));
            })
        .closed();
  }

  private static List<ShapedArray> strong(List<ShapedArray> avals) {
    return avals.stream().map(ShapedArray::strong).toList();
  }

  private static List<Array> collect(
      List<@Nullable Array> outgoing, List<Atom.Var> unknown, List<Array> sums) {
    var results = new ArrayList<Array>();
    for (int i = 0; i < outgoing.size(); i++) {
      var cotangent = Tangents.instantiate(outgoing.get(i), unknown.get(i).aval().strong());
      if (i < sums.size()) {
        results.add(outgoing.get(i) == null ? sums.get(i) : Lax.add(sums.get(i), cotangent));
      } else {
        results.add(cotangent);
      }
    }
    return results;
  }
}
