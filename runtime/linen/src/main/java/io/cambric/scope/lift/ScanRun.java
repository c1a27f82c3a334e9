package io.cambric.scope.lift;

import io.cambric.core.Array;
import io.cambric.core.ShapedArray;
import io.cambric.errors.LoopDependenceException;
import io.cambric.errors.TreeStructureException;
import io.cambric.interpreters.KnownTrace;
import io.cambric.scope.CollectionFilter;
import io.cambric.scope.CreationLog;
import io.cambric.scope.RngCounters;
import io.cambric.scope.Variables;
import io.cambric.transform.Transforms;
import io.cambric.transform.function.Fn;
import io.cambric.transform.function.Fn2;
import io.cambric.transform.result.Carry;
import io.cambric.tree.Trees;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One run of a lifted scan: mutable, for one call. */
final class ScanRun<R extends @Nullable Object> {

  private static final int BROADCAST = 0;
  private static final int CARRIED = 1;
  private static final int SLICED = 2;

  private final ScanLift lift;
  private final Packed packed;
  private final LiftedFunction<R> function;
  private final List<VariableAxis> out;
  private final AxisTree inputs;
  private final int length;

  private List<Variables> broadcast;
  private Carried carry;
  private boolean hasOutput;

  /** The carry of the loop: carried variables, and the carry of the function. */
  private record Carried(List<Variables> variables, @Nullable Object value) {}

  /** The result of one iteration. */
  private record Iteration(List<Variables> broadcast, Carried carry, AxisTree output) {}

  ScanRun(
      ScanLift lift,
      Packed packed,
      LiftedFunction<R> function,
      List<? extends @Nullable Object> arguments) {
    if (arguments.isEmpty()) {
      throw new TreeStructureException(
          "Lifted scan needs a carry as its first argument, but got no arguments. Pass an empty list if nothing is carried.");
    }
    this.lift = lift;
    this.packed = packed;
    this.function = function;
    this.out = VariableAxis.out(lift.variables());
    var groups = packed.variables();
    this.broadcast = groups.get(BROADCAST);
    this.carry = new Carried(groups.get(CARRIED), arguments.getFirst());
    var rest = arguments.subList(1, arguments.size());
    var restAxes = rest.isEmpty() ? List.of() : lift.axes().of("scan", rest.size());
    var in = VariableAxis.in(lift.variables());
    var sliced =
        AxisBoxes.removeAxes(
            groups.subList(SLICED, groups.size()),
            VariableAxis.axes(in),
            lift.axes().partitionName());
    this.length = length(rest, restAxes);
    var rngs = RngSplit.split(lift.rngs(), packed.rngs(), length);
    this.inputs =
        AxisTree.of(
            "inAxes of scan",
            new Inputs(sliced, rngs, rest).asList(),
            Arrays.asList(VariableAxis.axes(in), RngSplit.axes(lift.rngs()), restAxes));
  }

  /** As in Flax, rows of variables do not decide the number of iterations. */
  private int length(List<? extends @Nullable Object> rows, List<? extends @Nullable Object> axes) {
    var size = new MappedSize("scan", "length", lift.options().length());
    size.arguments(rows, axes);
    return size.get();
  }

  Pack.Result<R> run() {
    var first = lift.checkConstancy() ? beforeTheLoop() : null;
    if (first != null) {
      broadcast = first.broadcast();
      if (packed.logsCreations()) {
        logSlices();
      }
    }
    var iterations = new ArrayList<Iteration>(1);
    Fn2<List<@Nullable Object>, List<Array>, Carry<List<@Nullable Object>, List<Array>>> body =
        (List<@Nullable Object> held, List<Array> rows) -> {
          var from = carried(StaticLeaf.<List<@Nullable Object>>release(held));
          var iteration = iteration(from, rows, null);
          CarriedVariables.requireSame("scan", from.variables(), iteration.carry().variables());
          CarriedVariables.requireSameCarry("scan", from.value(), iteration.carry().value());
          if (!lift.checkConstancy()) {
            CarriedVariables.requireUnchanged(broadcast, iteration.broadcast());
          }
          iterations.addFirst(iteration);
          return new Carry<>(
              StaticLeaf.hold(asList(iteration.carry())), iteration.output().slices());
        };
    var looped =
        Transforms.scan(
            body, StaticLeaf.hold(asList(carry)), inputs.rows(), lift.options().withLength(length));
    var output = (first == null ? unchecked(iterations.getFirst()) : first).output();
    var outputs = output.<List<@Nullable Object>>stacked(looped.output());
    var last = carried(StaticLeaf.release(looped.carry()));
    var variables = new ArrayList<List<Variables>>();
    variables.add(broadcast);
    variables.add(last.variables());
    variables.addAll(
        AxisBoxes.addAxes(
            Outputs.variables(outputs), VariableAxis.axes(out), lift.axes().partitionName()));
    return new Pack.Result<>(result(last.value(), Outputs.output(outputs)), variables);
  }

  @SuppressWarnings({"unchecked", "NullAway"}) // what the function returned, of the same types
  private R result(@Nullable Object value, @Nullable Object output) {
    return (R) (hasOutput ? new Carry<>(value, output) : value);
  }

  private static List<@Nullable Object> asList(Carried carried) {
    return Arrays.asList(carried.variables(), carried.value());
  }

  @SuppressWarnings({"unchecked", "NullAway"}) // the list that asList made
  private static Carried carried(List<@Nullable Object> list) {
    return new Carried((List<Variables>) list.get(0), list.get(1));
  }

  /** Runs the function once with the scopes of one iteration. */
  private Iteration iteration(Carried from, List<Array> slices, @Nullable List<CreationLog> logs) {
    var row = Inputs.of(inputs.with(slices));
    var groups = new ArrayList<List<Variables>>();
    groups.add(broadcast);
    groups.add(from.variables());
    groups.addAll(row.variables());
    var plain = new ScanData(groups, row.rngs());
    var transform = lift.dataTransform();
    var data = transform == null ? plain : transform.apply(plain);
    var scopes = packed.open(data.variables(), data.rngs(), CollectionFilter.all(), logs);
    var arguments = new ArrayList<@Nullable Object>();
    arguments.add(from.value());
    arguments.addAll(row.arguments());
    Object returned = function.apply(scopes, arguments);
    var written = packed.close(scopes);
    hasOutput = returned instanceof Carry;
    var value = returned instanceof Carry<?, ?> both ? both.carry() : returned;
    var output = returned instanceof Carry<?, ?> both ? both.output() : null;
    return new Iteration(
        CarriedVariables.completed(written.get(BROADCAST), broadcast),
        new Carried(CarriedVariables.completed(written.get(CARRIED), from.variables()), value),
        AxisTree.of(
            "outAxes of scan",
            Outputs.of(output, written.subList(SLICED, written.size())),
            Arrays.asList(lift.axes().out(), VariableAxis.axes(out))));
  }

  /**
   * {@return an iteration on the shapes of carry and rows; values that do not depend on these are
   * computed}
   */
  private Iteration beforeTheLoop() {
    var held = Trees.flatten(StaticLeaf.hold(asList(carry)));
    var avals = new ArrayList<ShapedArray>();
    for (var leaf : held.leaves()) {
      if (leaf instanceof Array array) {
        avals.add(array.aval());
      }
    }
    int carries = avals.size();
    for (var row : inputs.rows()) {
      avals.add(row.aval().withShape(row.shape().slice(1, row.rank())));
    }
    var missing = new Creations(packed, lift.carry(), lift.carry().union(lift.broadcast()));
    var iteration =
        KnownTrace.run(
            "scan",
            avals,
            (trace, unknown) -> {
              var next = unknown.iterator();
              List<@Nullable Object> from =
                  StaticLeaf.release(
                      Trees.map(
                          StaticLeaf.hold(asList(carry)),
                          leaf -> leaf instanceof Array ? next.next() : leaf));
              var once =
                  iteration(
                      carried(from), unknown.subList(carries, unknown.size()), missing.logs());
              missing.find(trace);
              if (missing.isEmpty()) {
                requireConstant(trace, once);
              }
              return once;
            });
    if (missing.isEmpty()) {
      return iteration;
    }
    carry = new Carried(missing.addTo(carry.variables()), carry.value());
    return beforeTheLoop();
  }

  /**
   * Passes on the initial values of sliced variables, as far as they do not depend on the carry.
   * Keys drawn here do not count.
   */
  private void logSlices() {
    var counters = packed.counters();
    var before = counters.stream().map(RngCounters::counts).toList();
    var created = new ArrayList<AxisTree>(1);
    var held = StaticLeafTree.of(asList(carry));
    Fn<List<Array>, List<Array>> lane =
        (List<Array> rows) ->
            KnownTrace.run(
                "scan",
                held.avals(),
                (trace, unknown) -> {
                  var logs = packed.newLogs();
                  iteration(carried(held.with(unknown)), rows, logs);
                  var first = logs.stream().map(log -> FirstValues.known(log, trace)).toList();
                  created.addFirst(slicesOf(first));
                  return created.getFirst().slices();
                });
    var stacked = Transforms.vmap(lane).axisSize(length).apply(inputs.rows());
    for (int i = 0; i < before.size(); i++) {
      counters.get(i).reset(before.get(i));
    }
    List<List<Variables>> groups = created.getFirst().stacked(stacked);
    AxisBoxes.addAxes(groups, VariableAxis.axes(out), lift.axes().partitionName())
        .forEach(group -> packed.logCreations(group.stream().map(FirstValues::in).toList()));
  }

  /** {@return the initial values of sliced variables, in groups} */
  private AxisTree slicesOf(List<Variables> first) {
    var none = first.stream().map(_ -> Variables.empty()).toList();
    var groups = packed.withFirstValues(Collections.nCopies(SLICED + out.size(), none), first);
    return AxisTree.of(
        "outAxes of scan", groups.subList(SLICED, groups.size()), VariableAxis.axes(out));
  }

  private void requireConstant(KnownTrace trace, Iteration iteration) {
    for (var variables : iteration.broadcast()) {
      var flat = variables.flat();
      for (int i = 0; i < flat.leaves().size(); i++) {
        if (flat.leaves().get(i) instanceof Array array && !trace.knows(array)) {
          throw differing(flat.structure().paths().get(i));
        }
      }
    }
    var output = iteration.output();
    for (int i : output.shared()) {
      if (!trace.knows((Array) output.leaves().get(i))) {
        throw new LoopDependenceException(
            "Lifted scan needs outputs with outAxes null to be equal in all iterations, but one, %s, depends on the carry or the rows. Stack it along an axis."
                .formatted(((Array) output.leaves().get(i)).aval()));
      }
    }
  }

  /** The error about a shared variable; keys of each iteration explain one of their collection. */
  private LoopDependenceException differing(String path) {
    var needed = "Lifted scan needs shared variables to be equal in all iterations, but ";
    var stream = path.substring(0, Math.max(0, path.indexOf('/')));
    boolean hasOwnKeys =
        lift.rngs().stream().anyMatch(r -> r.split() && r.streams().matches(stream));
    return new LoopDependenceException(
        hasOwnKeys
            ? (needed
                    + "\"%1$s\" is drawn in each iteration, with keys of its own. Share the keys, as in shareRngs(\"%2$s\"), or give each iteration its own variables, as in variableAxis(\"%2$s\", 0).")
                .formatted(path, stream)
            : (needed
                    + "\"%s\" depends on the carry or the rows. Carry it with variableCarry, or slice it with variableAxis.")
                .formatted(path));
  }

  private static Iteration unchecked(Iteration iteration) {
    if (!iteration.output().shared().isEmpty()) {
      throw new LoopDependenceException(
          "Lifted scan with checkConstancy(false) stacks all outputs, but some have outAxes null. Give them an axis, or leave the check on.");
    }
    return iteration;
  }
}
