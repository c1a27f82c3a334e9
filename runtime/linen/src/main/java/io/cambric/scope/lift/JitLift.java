package io.cambric.scope.lift;

import io.cambric.scope.CollectionFilter;
import io.cambric.scope.Scope;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The lifted jit. A function is compiled once for each module, tree structure, shapes and static
 * arguments, whatever the path of the module.
 *
 * <p>Each stream begins anew with a key drawn from it, as in Flax. So a jitted module has other
 * parameters than the plain module, namely the parameters of {@link FoldRngsLift}. Keys drawn in
 * the function also count when a compiled program replaces it.
 *
 * @param variables collections that can be used
 * @param rngs streams that can be used
 * @see <a
 *     href="https://flax.readthedocs.io/en/latest/api_reference/flax.linen/transformations.html">nn.jit</a>
 */
public record JitLift(CollectionFilter variables, CollectionFilter rngs) implements Lifting {

  /** All variables and streams. */
  public static final JitLift ALL = new JitLift(CollectionFilter.all(), CollectionFilter.all());

  @Override
  public String name() {
    return "jit";
  }

  /** {@return this with other collections that can be used} */
  public JitLift withVariables(CollectionFilter collections) {
    return new JitLift(collections, rngs);
  }

  /** {@return this with other streams that can be used} */
  public JitLift withRngs(CollectionFilter streams) {
    return new JitLift(variables, streams);
  }

  @Override
  public <R extends @Nullable Object> R run(
      List<Scope> scopes, LiftedFunction<R> function, List<? extends @Nullable Object> arguments) {
    return new Pack(name(), List.of(variables), List.of(variables), List.of(rngs))
        .run(
            scopes,
            ForkedRngs.of(scopes),
            packed -> Pure.result(LiftedProgram.call(packed, function, arguments)));
  }
}
