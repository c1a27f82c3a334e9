package io.cambric.control;

import io.cambric.array.Axes;
import io.cambric.array.DType;
import io.cambric.core.Array;
import io.cambric.core.Jaxpr;
import io.cambric.core.Length;
import io.cambric.core.Padded;
import io.cambric.core.Primitive;
import io.cambric.core.RaggedCall;
import io.cambric.core.ShapedArray;
import io.cambric.core.Trace;
import io.cambric.interpreters.RaggedPrograms;
import io.cambric.interpreters.StagingTrace;
import io.cambric.lax.Lax;
import io.cambric.lax.op.RaggedSizes;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Ragged rules of operations that hold programs. The lengths become operands of the programs. */
final class RaggedControl {

  private RaggedControl() {}

  /** {@return the lengths of operands} */
  static List<List<@Nullable Length>> lengths(List<Padded> operands) {
    var all = new ArrayList<List<@Nullable Length>>();
    operands.forEach(operand -> all.add(operand.lengths()));
    return all;
  }

  /** {@return the values of the lengths, followed by other operands} */
  static List<Array> withLengths(RaggedCall call, List<Array> operands) {
    return OperandMask.concat(call.lengths().values(), operands);
  }

  /** {@return results with their lengths} */
  static List<Padded> results(List<Array> values, List<List<@Nullable Length>> lengths) {
    var all = new ArrayList<Padded>();
    for (int i = 0; i < values.size(); i++) {
      all.add(new Padded(values.get(i), lengths.get(i)));
    }
    return all;
  }

  static List<Padded> call(TransparentCall operation, RaggedCall call) {
    var twin = (TransparentCall) call.twin();
    var closed =
        RaggedPrograms.close(
            call.lengths(), operation.jaxpr(), twin.jaxpr(), lengths(call.operands()));
    var results = Trace.bind(operation.with(closed.jaxpr()), withLengths(call, call.values()));
    return results(results, closed.results());
  }

  static List<Padded> branches(Switch operation, RaggedCall call) {
    var twin = (Switch) call.twin();
    var operands = call.operands().subList(1, call.operands().size());
    var branches = new ArrayList<Jaxpr>();
    List<List<@Nullable Length>> lengths = List.of();
    for (int i = 0; i < operation.branches().size(); i++) {
      var closed =
          RaggedPrograms.close(
              call.lengths(),
              operation.branches().get(i),
              twin.branches().get(i),
              lengths(operands));
      branches.add(closed.jaxpr());
      lengths = closed.results();
    }
    var arguments = new ArrayList<Array>(List.of(call.operand(0).value()));
    arguments.addAll(withLengths(call, call.values().subList(1, call.operands().size())));
    return results(Trace.bind(new Switch(branches), arguments), lengths);
  }

  static List<Padded> loop(While operation, RaggedCall call) {
    var twin = (While) call.twin();
    int conditions = operation.conditionConstants();
    int fixed = conditions + operation.bodyConstants();
    var operands = call.operands();
    var carries = operands.subList(fixed, operands.size());
    var condition =
        RaggedPrograms.close(
            call.lengths(),
            operation.condition(),
            twin.condition(),
            lengths(OperandMask.concat(operands.subList(0, conditions), carries)));
    var body =
        RaggedPrograms.close(
            call.lengths(),
            operation.body(),
            twin.body(),
            lengths(operands.subList(conditions, operands.size())));
    int count = call.lengths().roots().size();
    var loop =
        new While(
            condition.jaxpr(), conditions + count, body.jaxpr(), operation.bodyConstants() + count);
    var values = call.values();
    var arguments = withLengths(call, values.subList(0, conditions));
    arguments.addAll(withLengths(call, values.subList(conditions, values.size())));
    return results(Trace.bind(loop, arguments), lengths(carries));
  }

  static List<Padded> scan(Scan operation, RaggedCall call) {
    var twin = (Scan) call.twin();
    int fixed = operation.fixed();
    var operands = call.operands();
    var inner = new ArrayList<List<@Nullable Length>>();
    for (int i = 0; i < operands.size(); i++) {
      var lengths = operands.get(i).lengths();
      inner.add(i < fixed ? lengths : lengths.subList(1, lengths.size()));
    }
    var closed = RaggedPrograms.close(call.lengths(), operation.body(), twin.body(), inner);
    var length =
        operation.length() == twin.length()
            ? null
            : call.required(operation, operation.length(), twin.length());
    var results =
        length == null
            ? fixedScan(operation, call, closed.jaxpr())
            : new RaggedScan(operation, call, closed.jaxpr(), length).run();
    var all = new ArrayList<List<@Nullable Length>>();
    for (int i = 0; i < closed.results().size(); i++) {
      var row = new ArrayList<@Nullable Length>(closed.results().get(i));
      if (i >= operation.carries()) {
        row.add(0, length);
      }
      all.add(row);
    }
    return results(results, all);
  }

  private static List<Array> fixedScan(Scan operation, RaggedCall call, Jaxpr body) {
    int count = call.lengths().roots().size();
    return Trace.bind(
        operation.with(body, operation.constants() + count, operation.carries()),
        withLengths(call, call.values()));
  }

  /**
   * A loop over the rows of each example. In the steps behind them the carries stay. There the body
   * runs on the initial carries and the first row, so that its derivatives are finite where those
   * of the first step are.
   */
  private record RaggedScan(Scan operation, RaggedCall call, Jaxpr body, Length length) {

    List<Array> run() {
      if (body.hasEffects()) {
        throw call.refused(operation, "its body has effects, which would also occur for padding");
      }
      int fixed = operation.fixed();
      var values = call.values();
      var count = RaggedSizes.value(call.lengths(), length);
      var constants = withLengths(call, values.subList(0, operation.constants()));
      constants.addAll(values.subList(operation.constants(), fixed));
      for (var rows : values.subList(fixed, values.size())) {
        constants.add(firstRow(rows));
      }
      constants.add(count);
      var arguments = new ArrayList<>(constants);
      arguments.addAll(values.subList(operation.constants(), values.size()));
      arguments.add(Lax.iota(DType.I32, operation.length()));
      var avals = new ArrayList<>(ShapedArray.ofAll(arguments));
      int carriesEnd = constants.size() + operation.carries();
      for (int i = carriesEnd; i < avals.size(); i++) {
        var aval = avals.get(i);
        avals.set(i, aval.withShape(aval.shape().slice(1, aval.rank())));
      }
      var traced = StagingTrace.trace("ragged", avals, this::step).closed();
      return Trace.bind(operation.with(traced, constants.size(), operation.carries()), arguments);
    }

    private Array firstRow(Array rows) {
      if (!operation.reverse()) {
        return Lax.indexInDim(rows, 0, 0, false);
      }
      var last = RaggedSizes.value(call.lengths(), length.less(1));
      return Lax.squeeze(Lax.dynamicSliceInDim(rows, last, 1, 0), Axes.of(0));
    }

    private List<Array> step(List<Array> arguments) {
      int roots = call.lengths().roots().size();
      int constants = roots + operation.constants();
      int carries = operation.carries();
      int rows = call.operands().size() - operation.fixed();
      var safe = arguments.subList(constants, constants + carries + rows);
      var count = arguments.get(constants + carries + rows);
      int first = constants + carries + rows + 1;
      var own = arguments.subList(first, first + carries + rows);
      var active = Lax.lt(arguments.getLast(), count);
      var inputs = new ArrayList<>(arguments.subList(0, constants));
      for (int i = 0; i < own.size(); i++) {
        inputs.add(Lax.select(active, own.get(i), safe.get(i)));
      }
      var results = new ArrayList<>(body.eval(inputs));
      for (int i = 0; i < carries; i++) {
        results.set(i, Lax.select(active, results.get(i), own.get(i)));
      }
      return results;
    }
  }

  static List<Padded> customJvp(CustomJvpCall operation, RaggedCall call) {
    var twin = (CustomJvpCall) call.twin();
    var operands = lengths(call.operands());
    var closed = RaggedPrograms.close(call.lengths(), operation.jaxpr(), twin.jaxpr(), operands);
    var rule =
        new CustomJvpCall(
            operation.function(),
            closed.jaxpr(),
            (primals, tangents) -> raggedJvp(operation, twin, call, primals, tangents));
    return results(Trace.bind(rule, withLengths(call, call.values())), closed.results());
  }

  private static Primitive.Jvp raggedJvp(
      CustomJvpCall operation,
      CustomJvpCall twin,
      RaggedCall call,
      List<Array> primals,
      List<@Nullable Array> tangents) {
    int roots = call.lengths().roots().size();
    var lengths = call.lengths().with(primals.subList(0, roots));
    var values = primals.subList(roots, primals.size());
    var directions = tangents.subList(roots, tangents.size());
    var nonzero = OperandMask.nonzero(directions);
    var operands = results(values, lengths(call.operands()));
    operands.addAll(
        results(
            OperandMask.present(directions),
            OperandMask.choose(lengths(call.operands()), nonzero)));
    var present = new ArrayList<Boolean>();
    var out =
        RaggedPrograms.run(
            lengths,
            arguments -> flat(operation, arguments, nonzero, present),
            arguments -> flat(twin, arguments, nonzero, new ArrayList<>()),
            operands);
    int count = operation.jaxpr().outputs().size();
    var arrays = out.stream().map(Padded::value).toList();
    return new Primitive.Jvp(
        arrays.subList(0, count),
        OperandMask.spread(arrays.subList(count, arrays.size()), present));
  }

  private static List<Array> flat(
      CustomJvpCall operation,
      List<Array> arguments,
      List<Boolean> nonzero,
      List<Boolean> present) {
    int count = nonzero.size();
    var out =
        operation
            .rule()
            .apply(
                arguments.subList(0, count),
                OperandMask.spread(arguments.subList(count, arguments.size()), nonzero));
    present.addAll(OperandMask.nonzero(out.tangents()));
    return OperandMask.concat(out.primals(), OperandMask.present(out.tangents()));
  }

  static List<Padded> customVjp(CustomVjpCall operation, RaggedCall call) {
    var twin = (CustomVjpCall) call.twin();
    var closed =
        RaggedPrograms.close(
            call.lengths(), operation.jaxpr(), twin.jaxpr(), lengths(call.operands()));
    var rule =
        new CustomVjpCall(
            operation.function(),
            closed.jaxpr(),
            (operands, perturbed) ->
                new RaggedPass(operation, twin, call, closed.results())
                    .forward(operands, perturbed));
    return results(Trace.bind(rule, withLengths(call, call.values())), closed.results());
  }

  /** The passes of a custom rule for operands with ragged axes. */
  private record RaggedPass(
      CustomVjpCall operation,
      CustomVjpCall twin,
      RaggedCall call,
      List<List<@Nullable Length>> resultLengths) {

    CustomVjpCall.Pass forward(List<Array> operands, List<Boolean> perturbed) {
      int roots = call.lengths().roots().size();
      var own = perturbed.subList(roots, perturbed.size());
      var passes = new ArrayList<CustomVjpCall.Pass>();
      var out =
          RaggedPrograms.run(
              call.lengths().with(operands.subList(0, roots)),
              arguments -> flat(operation, arguments, own, passes),
              arguments -> flat(twin, arguments, own, passes),
              results(operands.subList(roots, operands.size()), lengths(call.operands())));
      int count = resultLengths.size();
      var arrays = out.stream().map(Padded::value).toList();
      var ofResiduals = lengths(out.subList(count, out.size()));
      var residuals =
          OperandMask.<Array>concat(
              operands.subList(0, roots), arrays.subList(count, arrays.size()));
      return new CustomVjpCall.Pass(
          arrays.subList(0, count),
          residuals,
          (saved, cotangents) ->
              backward(
                  passes.get(0).backward(),
                  passes.get(1).backward(),
                  ofResiduals,
                  saved,
                  cotangents));
    }

    private static List<Array> flat(
        CustomVjpCall operation,
        List<Array> arguments,
        List<Boolean> perturbed,
        List<CustomVjpCall.Pass> passes) {
      var pass = operation.forward().apply(arguments, perturbed);
      passes.add(pass);
      return OperandMask.concat(pass.results(), pass.residuals());
    }

    private List<@Nullable Array> backward(
        CustomVjpCall.Backward own,
        CustomVjpCall.Backward other,
        List<List<@Nullable Length>> ofResiduals,
        List<Array> saved,
        List<@Nullable Array> cotangents) {
      int roots = call.lengths().roots().size();
      var lengths = call.lengths().with(saved.subList(0, roots));
      var nonzero = OperandMask.nonzero(cotangents);
      var operands = results(saved.subList(roots, saved.size()), ofResiduals);
      operands.addAll(
          results(OperandMask.present(cotangents), OperandMask.choose(resultLengths, nonzero)));
      int count = ofResiduals.size();
      var present = new ArrayList<Boolean>();
      var out =
          RaggedPrograms.run(
              lengths,
              arguments -> back(own, arguments, count, nonzero, present),
              arguments -> back(other, arguments, count, nonzero, new ArrayList<>()),
              operands);
      var filled = new ArrayList<Array>();
      out.forEach(result -> filled.add(RaggedSizes.fill(lengths, result, 0)));
      var all = new ArrayList<@Nullable Array>();
      for (int i = 0; i < roots; i++) {
        all.add(null);
      }
      all.addAll(OperandMask.spread(filled, present));
      return all;
    }

    private static List<Array> back(
        CustomVjpCall.Backward backward,
        List<Array> arguments,
        int residuals,
        List<Boolean> nonzero,
        List<Boolean> present) {
      var cotangents =
          backward.apply(
              arguments.subList(0, residuals),
              OperandMask.spread(arguments.subList(residuals, arguments.size()), nonzero));
      present.addAll(OperandMask.nonzero(cotangents));
      return OperandMask.present(cotangents);
    }
  }
}
