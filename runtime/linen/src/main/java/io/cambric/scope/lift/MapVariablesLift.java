package io.cambric.scope.lift;

import io.cambric.scope.CollectionFilter;
import io.cambric.scope.LiftedScopes;
import io.cambric.scope.Scope;
import io.cambric.scope.Variables;
import io.cambric.tree.Trees;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The lifted map_variables: a function sees some collections changed. Examples are transposed or
 * standardized weights.
 *
 * <p>Unless {@link #withInit} or {@link #withMutable} is set, the mapped collections are read-only
 * inside. The changes run outside: they may use parameters, variables and keys of the running
 * module.
 *
 * {@snippet :
 * Dense.of(784).mapVariables().collections("params").in(transpose).out(transpose).init(true);
 * }
 *
 * @param mapped the collections that are changed
 * @param in from the variables outside to those inside
 * @param out from the variables written inside to those kept outside
 * @param initializes whether missing variables are created first, by a run without {@code in}
 * @param writes whether mapped collections may be written inside
 * @param variables which others can be used
 * @param rngs streams that can be used
 * @see <a
 *     href="https://flax.readthedocs.io/en/latest/api_reference/flax.linen/transformations.html">nn.map_variables</a>
 */
public record MapVariablesLift(
    CollectionFilter mapped,
    UnaryOperator<Variables> in,
    UnaryOperator<Variables> out,
    boolean initializes,
    boolean writes,
    CollectionFilter variables,
    CollectionFilter rngs)
    implements Lifting {

  private static final UnaryOperator<Variables> SAME = variables -> variables;

  /** All collections, unchanged and read-only. */
  public static final MapVariablesLift NONE =
      new MapVariablesLift(
          CollectionFilter.all(),
          SAME,
          SAME,
          false,
          false,
          CollectionFilter.all(),
          CollectionFilter.all());

  @Override
  public String name() {
    return "map_variables";
  }

  /** {@return this for some collections} */
  public MapVariablesLift withCollections(String... names) {
    return withCollections(CollectionFilter.of(names));
  }

  /** {@return this for some collections} */
  public MapVariablesLift withCollections(CollectionFilter collections) {
    return new MapVariablesLift(collections, in, out, initializes, writes, variables, rngs);
  }

  /** {@return this with a change on the way in} */
  public MapVariablesLift withIn(UnaryOperator<Variables> change) {
    return new MapVariablesLift(mapped, change, out, initializes, writes, variables, rngs);
  }

  /** {@return this with a change on the way out, of the variables written inside} */
  public MapVariablesLift withOut(UnaryOperator<Variables> change) {
    return new MapVariablesLift(mapped, in, change, initializes, writes, variables, rngs);
  }

  /**
   * {@return this with or without the creation of missing variables}
   *
   * <p>If anything may be written, the function first runs to create them, without the change if
   * there are none. Existing variables stay unchanged. Flax runs the function on them without the
   * change and refuses their shapes.
   */
  public MapVariablesLift withInit(boolean init) {
    return new MapVariablesLift(mapped, in, out, init, writes, variables, rngs);
  }

  /** {@return this so that mapped collections may be written inside, or not} */
  public MapVariablesLift withMutable(boolean mutable) {
    return new MapVariablesLift(mapped, in, out, initializes, mutable, variables, rngs);
  }

  /** {@return this with other random streams that can be used} */
  public MapVariablesLift withRngs(CollectionFilter streams) {
    return new MapVariablesLift(mapped, in, out, initializes, writes, variables, streams);
  }

  /** {@return this with other collections that can be used besides the mapped ones} */
  public MapVariablesLift withVariables(CollectionFilter collections) {
    return new MapVariablesLift(mapped, in, out, initializes, writes, collections, rngs);
  }

  /** {@return a lift that only adds an axis to boxes of variables, or removes it} */
  public static MapVariablesLift metadataAxis(
      CollectionFilter collections, int axis, String partitionName) {
    return NONE.withCollections(collections)
        .withIn(new BoxAxis(axis, partitionName, false))
        .withOut(new BoxAxis(axis, partitionName, true))
        .withMutable(true);
  }

  private record BoxAxis(int axis, String name, boolean adds) implements UnaryOperator<Variables> {
    @Override
    public Variables apply(Variables variables) {
      return variables.mapBoxes(box -> adds ? box.addAxis(axis, name) : box.removeAxis(axis, name));
    }
  }

  @Override
  public <R extends @Nullable Object> R run(
      List<Scope> scopes, LiftedFunction<R> function, List<? extends @Nullable Object> arguments) {
    boolean comesOut = initializes || writes;
    // The change may read any of them.
    scopes.forEach(scope -> LiftedScopes.useAll(scope, mapped));
    var outFilters =
        comesOut
            ? List.of(mapped, variables)
            : List.of(CollectionFilter.none(), variables.subtract(mapped));
    return new Pack(name(), List.of(mapped, variables), outFilters, List.of(rngs))
        .run(
            scopes,
            packed -> {
              var target = packed.variables().get(0);
              var rest = packed.variables().get(1);
              if (initializes && !packed.mutable().isEmpty()) {
                target = initialized(packed, function, arguments);
              }
              var outputs =
                  Pure.run(
                      packed,
                      function,
                      new Inputs(List.of(map(packed, target, in), rest), packed.rngs(), arguments),
                      comesOut ? CollectionFilter.all() : CollectionFilter.deny(mapped));
              var written = Outputs.variables(outputs);
              var mappedBack = comesOut ? map(packed, written.get(0), out) : written.get(0);
              return new Pack.Result<>(
                  Outputs.<R>output(outputs), List.of(mappedBack, written.get(1)));
            });
  }

  /**
   * {@return the mapped variables with the missing ones}
   *
   * <p>The first run creates them. It sees existing variables after the change, and missing ones as
   * the function creates them.
   */
  private List<Variables> initialized(
      Packed packed, LiftedFunction<?> function, List<? extends @Nullable Object> arguments) {
    var target = packed.variables().get(0);
    boolean none = target.stream().allMatch(each -> Trees.leaves(each).isEmpty());
    var seen = List.of(none ? target : map(packed, target, in), packed.variables().get(1));
    var logs = packed.newLogs();
    var scopes = packed.open(seen, packed.rngs(), CollectionFilter.all(), logs);
    function.apply(scopes, arguments);
    var made = packed.close(scopes).getFirst();
    boolean creates =
        logs.stream()
            .flatMap(log -> log.creations().stream())
            .anyMatch(creation -> mapped.matches(creation.collection()));
    if (!creates) {
      return target;
    }
    packed.logCreations(
        map(packed, logs.stream().map(log -> FirstValues.of(log).only(mapped)).toList(), out));
    return BranchVariables.union(target, map(packed, made, out));
  }

  private static List<Variables> map(
      Packed packed, List<Variables> group, UnaryOperator<Variables> change) {
    return packed.outside(() -> group.stream().map(each -> FirstValues.map(each, change)).toList());
  }
}
