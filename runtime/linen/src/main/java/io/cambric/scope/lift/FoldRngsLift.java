package io.cambric.scope.lift;

import io.cambric.scope.CollectionFilter;
import io.cambric.scope.Scope;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The lifted fold_rngs. A function gets the random streams that it would have under the lifted jit,
 * without being compiled.
 *
 * @param variables collections that can be used
 * @param rngs streams that can be used
 * @see <a
 *     href="https://flax.readthedocs.io/en/latest/api_reference/flax.linen/transformations.html">nn.fold_rngs</a>
 */
public record FoldRngsLift(CollectionFilter variables, CollectionFilter rngs) implements Lifting {

  /** All variables and streams. */
  public static final FoldRngsLift ALL =
      new FoldRngsLift(CollectionFilter.all(), CollectionFilter.all());

  @Override
  public String name() {
    return "fold_rngs";
  }

  @Override
  public <R extends @Nullable Object> R run(
      List<Scope> scopes, LiftedFunction<R> function, List<? extends @Nullable Object> arguments) {
    return new Pack(name(), List.of(variables), List.of(variables), List.of(rngs))
        .run(
            scopes,
            ForkedRngs.of(scopes),
            packed ->
                Pure.result(
                    Pure.run(
                        packed,
                        function,
                        new Inputs(packed.variables(), packed.rngs(), arguments))));
  }
}
