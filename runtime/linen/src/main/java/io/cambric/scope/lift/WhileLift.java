package io.cambric.scope.lift;

import io.cambric.core.Array;
import io.cambric.core.NdArray;
import io.cambric.interpreters.KnownTrace;
import io.cambric.lax.Lax;
import io.cambric.scope.CollectionFilter;
import io.cambric.scope.LazyRng;
import io.cambric.scope.RngCounters;
import io.cambric.scope.Scope;
import io.cambric.scope.Variables;
import io.cambric.transform.Transforms;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The lifted while loop and its options. Collections are carried, or shared by all iterations.
 * Random streams differ between iterations or not.
 *
 * <p>The body may write carried collections. Variables that it would create are created before the
 * loop. The condition sees all collections, and writes none.
 *
 * @param carry collections that are passed from iteration to iteration
 * @param broadcast collections that all iterations share and none writes; all others unless said
 * @param rngs streams
 * @see <a
 *     href="https://flax.readthedocs.io/en/latest/api_reference/flax.linen/transformations.html">nn.while_loop</a>
 */
public record WhileLift(CollectionFilter carry, CollectionFilter broadcast, List<RngSplit> rngs) {

  private static final String NAME = "while_loop";

  /** Nothing carried, everything shared, no streams. */
  public static final WhileLift NONE =
      new WhileLift(CollectionFilter.none(), CollectionFilter.all(), List.of());

  /** Copies the splits. */
  public WhileLift {
    rngs = List.copyOf(rngs);
  }

  /** {@return this with collections that are passed from iteration to iteration} */
  public WhileLift withVariableCarry(String... collections) {
    return withVariableCarry(CollectionFilter.of(collections));
  }

  /** {@return this with collections that are passed from iteration to iteration} */
  public WhileLift withVariableCarry(CollectionFilter collections) {
    return new WhileLift(carry.union(collections), broadcast, rngs);
  }

  /** {@return this with other collections that all iterations share} */
  public WhileLift withVariableBroadcast(CollectionFilter collections) {
    return new WhileLift(carry, collections, rngs);
  }

  /** {@return this with random streams that are split, so that each iteration has its own} */
  public WhileLift withSplitRngs(String... streams) {
    return withSplitRngs(CollectionFilter.of(streams));
  }

  /** {@return this with random streams that are split, so that each iteration has its own} */
  public WhileLift withSplitRngs(CollectionFilter streams) {
    return new WhileLift(carry, broadcast, VariableAxis.and(rngs, new RngSplit(streams, true)));
  }

  /** {@return this with random streams from which all iterations draw the same} */
  public WhileLift withShareRngs(String... streams) {
    return withShareRngs(CollectionFilter.of(streams));
  }

  /** {@return this with random streams from which all iterations draw the same} */
  public WhileLift withShareRngs(CollectionFilter streams) {
    return new WhileLift(carry, broadcast, VariableAxis.and(rngs, new RngSplit(streams, false)));
  }

  /**
   * {@return the value for which the condition no longer holds}
   *
   * @param condition from one argument, the value, to a bool scalar
   * @param body from one argument, the value, to the next
   */
  public <C extends @Nullable Object> C run(
      List<Scope> scopes, LiftedFunction<Array> condition, LiftedFunction<C> body, C init) {
    return new Pack(NAME, List.of(carry, broadcast), List.of(carry), RngSplit.filters(rngs))
        .run(scopes, packed -> new Run<>(packed, condition, body).run(init));
  }

  /** One run of the loop. */
  private final class Run<C extends @Nullable Object> {

    private final Packed packed;
    private final LiftedFunction<Array> condition;
    private final LiftedFunction<C> body;

    Run(Packed packed, LiftedFunction<Array> condition, LiftedFunction<C> body) {
      this.packed = packed;
      this.condition = condition;
      this.body = body;
    }

    Pack.Result<C> run(C init) {
      var carried = completed(init);
      List<@Nullable Object> first =
          StaticLeaf.hold(Arrays.<@Nullable Object>asList(NdArray.weakScalar(0), carried, init));
      var last =
          Transforms.<List<@Nullable Object>>whileLoop(
              (List<@Nullable Object> held) ->
                  holds(StaticLeaf.<List<@Nullable Object>>release(held)),
              (List<@Nullable Object> held) ->
                  StaticLeaf.hold(next(StaticLeaf.<List<@Nullable Object>>release(held))),
              first);
      var released = StaticLeaf.release(last);
      return new Pack.Result<>(value(released), List.of(variables(released)));
    }

    private Array holds(List<@Nullable Object> loop) {
      var inputs = inputs(loop, Lax.neg(iteration(loop)));
      return Outputs.output(Pure.run(packed, condition, inputs, CollectionFilter.none()));
    }

    private List<@Nullable Object> next(List<@Nullable Object> loop) {
      var iteration = iteration(loop);
      var outputs = Pure.run(packed, body, inputs(loop, iteration));
      CarriedVariables.requireSameCarry("whileLoop", loop.get(2), Outputs.output(outputs));
      return Arrays.asList(
          Lax.add(iteration, NdArray.weakScalar(1)),
          written(variables(loop), outputs),
          Outputs.output(outputs));
    }

    private Inputs inputs(List<@Nullable Object> loop, Array fold) {
      return new Inputs(
          List.of(variables(loop), packed.variables().get(1)),
          streams(fold),
          Collections.singletonList(loop.get(2)));
    }

    private List<List<Map<String, LazyRng>>> streams(Array fold) {
      return RngSplit.map(rngs, packed.rngs(), root -> root.foldIn(fold));
    }

    /** {@return the carried variables with those that the body creates} */
    private List<Variables> completed(C init) {
      var carried = packed.variables().getFirst();
      if (packed.mutable().isEmpty()) {
        return carried;
      }
      var counters = packed.counters();
      var before = counters.stream().map(RngCounters::counts).toList();
      var missing = new Creations(packed, carry, carry);
      var tree = StaticLeafTree.of(Arrays.<@Nullable Object>asList(carried, init));
      KnownTrace.run(
          NAME,
          tree.avals(),
          (trace, unknown) -> {
            List<@Nullable Object> own = tree.with(unknown);
            var inputs =
                new Inputs(
                    List.of(group(own.get(0)), packed.variables().get(1)),
                    streams(NdArray.weakScalar(0)),
                    Collections.singletonList(own.get(1)));
            var opened =
                packed.open(
                    inputs.variables(), inputs.rngs(), CollectionFilter.all(), missing.logs());
            body.apply(opened, inputs.arguments());
            packed.close(opened);
            missing.find(trace);
            return missing;
          });
      if (!missing.isEmpty()) {
        return missing.addTo(carried);
      }
      for (int i = 0; i < before.size(); i++) {
        counters.get(i).reset(before.get(i));
      }
      return carried;
    }
  }

  /** {@return the written variables, and the values that went in of immutable ones} */
  private static List<Variables> written(List<Variables> before, List<@Nullable Object> outputs) {
    var after = CarriedVariables.completed(Outputs.variables(outputs).getFirst(), before);
    CarriedVariables.requireSame(NAME, before, after);
    return after;
  }

  @SuppressWarnings("NullAway") // the number that the loop began with
  private static Array iteration(List<@Nullable Object> loop) {
    return (Array) loop.get(0);
  }

  private static List<Variables> variables(List<@Nullable Object> loop) {
    return group(loop.get(1));
  }

  @SuppressWarnings({"unchecked", "NullAway"}) // the group that the loop began with
  private static List<Variables> group(@Nullable Object group) {
    return (List<Variables>) group;
  }

  @SuppressWarnings({"unchecked", "NullAway"}) // the value that the body returned
  private static <C extends @Nullable Object> C value(List<@Nullable Object> loop) {
    return (C) loop.get(2);
  }
}
