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
 * What all lifted transformations are made of: takes variables and random streams out of scopes,
 * group by group, hands them to a transformation, and writes back what comes of it.
 *
 * <p>The stages: (1) of the scopes only roots are lifted, those below another are found again under
 * their names; (2) collections and streams go to the first group whose filter matches, and nowhere
 * if none does; (3) the transformation runs; in it (4) {@link Packed#open} makes scopes of the
 * lifted groups and (5) {@link Packed#close} takes the written variables out of them; (6) these are
 * written to the scopes outside.
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
   * What a transformation returns.
   *
   * @param output of the lifted function
   * @param variables groups as {@link Packed#close} returns them, possibly transformed
   * @param <R> output
   */
  public record Result<R extends @Nullable Object>(R output, List<List<Variables>> variables) {}

  /** {@return a function of one scope that is run as a transformation says} */
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
        var written = LiftedScopes.sorted(group.get(i));
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
