package io.cambric.scope.lift;

import io.cambric.scope.CollectionFilter;
import io.cambric.scope.LazyRng;
import io.cambric.scope.LiftedScopes;
import io.cambric.scope.Scope;
import io.cambric.scope.ScopeFn;
import io.cambric.scope.Variables;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The mechanism of all lifted transformations, as in Flax. Variables and random streams leave the
 * scopes in groups, pass through a pure transformation, and are written back.
 *
 * <ol>
 *   <li>Only root scopes are lifted. A scope below another one is found again by its names.
 *   <li>Each collection or stream joins the first group whose filter matches, or none.
 *   <li>The transformation runs.
 *   <li>In it, {@link Packed#open} makes scopes of the lifted groups.
 *   <li>{@link Packed#close} takes the written variables out of these scopes.
 *   <li>The written variables are stored in the scopes outside.
 * </ol>
 *
 * <p>Collections that no out filter matches are read-only inside. Keys drawn inside count as drawn
 * outside.
 *
 * {@snippet :
 * ScopeFn<Array, Array> transposed =
 *     new Pack("transpose", List.of(of("params"), all()), List.of(all()), List.of(all()))
 *         .lift((packed, x) -> {
 *           var groups = packed.variables();
 *           var scopes = packed.open(List.of(transpose(groups.get(0)), groups.get(1)), packed.rngs());
 *           Array y = dense.apply(scopes.getFirst(), x);
 *           return new Pack.Result<>(y, packed.close(scopes));
 *         });
 * }
 *
 * @param name of the transformation, shown in paths, as in {@code vmap(Dense_0)}
 * @param in filters of the groups of variables that go in
 * @param out filters of the groups of variables that come out
 * @param rngs filters of the groups of random streams
 * @see <a
 *     href="https://flax.readthedocs.io/en/latest/developer_notes/lift.html">flax.core.lift.pack</a>
 */
public record Pack(
    String name,
    List<CollectionFilter> in,
    List<CollectionFilter> out,
    List<CollectionFilter> rngs) {

  /** Copies the filters. */
  public Pack {
    in = List.copyOf(in);
    out = List.copyOf(out);
    rngs = List.copyOf(rngs);
  }

  /**
   * The result of a transformation.
   *
   * @param output of the lifted function
   * @param variables groups as {@link Packed#close} returns them, possibly transformed
   * @param <R> output
   */
  public record Result<R extends @Nullable Object>(R output, List<List<Variables>> variables) {}

  /** {@return a function of one scope, run by a transformation} */
  public <A, R> ScopeFn<A, R> lift(BiFunction<Packed, A, Result<R>> transformation) {
    return (scope, argument) ->
        run(List.of(scope), packed -> transformation.apply(packed, argument));
  }

  /** {@return the output of a transformation of a function of these scopes} */
  public <R extends @Nullable Object> R run(
      List<Scope> scopes, Function<Packed, Result<R>> transformation) {
    return run(scopes, Scope::rngs, transformation);
  }

  /**
   * {@return the output of a transformation of a function of these scopes}
   *
   * @param streams the random streams of each lifted root
   */
  <R extends @Nullable Object> R run(
      List<Scope> scopes,
      Function<Scope, Map<String, LazyRng>> streams,
      Function<Packed, Result<R>> transformation) {
    var places = ScopePlaces.of(scopes);
    var packed = new Packed(this, places, streams);
    var result =
        LiftedScopes.<Result<R>>resting(places.roots(), name, () -> transformation.apply(packed));
    publish(places.roots(), result.variables());
    return result.output();
  }

  private static void publish(List<Scope> roots, List<List<Variables>> groups) {
    for (var group : groups) {
      for (int i = 0; i < roots.size(); i++) {
        var scope = roots.get(i);
        FirstValues.log(scope, FirstValues.in(group.get(i)));
        var written = LiftedScopes.sorted(FirstValues.written(group.get(i)));
        written
            .collections()
            .forEach((collection, values) -> {
              if (scope.isMutable(collection)) {
                values
                    .entries()
                    .forEach((name, value) -> scope.putVariable(collection, name, value));
              }
            });
      }
    }
  }
}
