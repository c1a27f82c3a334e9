package io.cambric.scope;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** What lifted transformations do with scopes beyond what functions may. */
public final class LiftedScopes {

  private LiftedScopes() {}

  /**
   * {@return a scope at the same path over values and streams of its own; draws are counted
   * together with those of the outer one}
   *
   * @param transformation shown in the path, as in {@code vmap(Dense_0)}
   * @param creations notes what variables are made with; null for nothing
   */
  public static Scope inner(
      Scope outer,
      String transformation,
      Variables variables,
      Map<String, LazyRng> rngs,
      CollectionFilter mutable,
      @Nullable CreationLog creations) {
    var root = ScopeRoot.ofLift(outer, transformation, creations);
    return new Scope(
        root,
        null,
        outer.path(),
        transformed(outer.debugPath(), transformation),
        mutable,
        ScopeVariables.root(variables, mutable, root.audit()),
        outer.streams().with(rngs));
  }

  private static List<String> transformed(List<String> path, String transformation) {
    if (path.isEmpty()) {
      return List.of(transformation + "()");
    }
    var names = new ArrayList<>(path);
    names.addLast("%s(%s)".formatted(transformation, names.removeLast()));
    return Collections.unmodifiableList(names);
  }

  /** {@return all variables of a scope, which a lifted function need not all use} */
  public static Variables variables(Scope scope) {
    return scope.values().collections(CollectionFilter.all());
  }

  /** {@return who audits the call of a scope, as part of what decides what a function does} */
  public static Optional<Audit> audit(Scope scope) {
    return Optional.ofNullable(scope.root().audit());
  }

  /** Notes for an audit that variables are all asked for, at the scope and below it. */
  public static void useAll(Scope scope, CollectionFilter collections) {
    audit(scope)
        .ifPresent(audit ->
            variables(scope)
                .only(collections)
                .names()
                .forEach(name -> audit.useAll(name, scope.values().place())));
  }

  /** {@return the scope at some names below another; the names may be pushed again} */
  public static Scope below(Scope scope, List<String> names) {
    var at = scope;
    for (var name : names) {
      at = at.reopened(name);
    }
    return at;
  }

  /** {@return the result of a body during which these scopes, and all of their calls, rest} */
  public static <R extends @Nullable Object> R resting(
      List<Scope> scopes, String transformation, Supplier<R> body) {
    var before = new ArrayList<@Nullable String>(scopes.size());
    scopes.forEach(scope -> before.add(scope.root().lift(transformation)));
    try {
      return body.get();
    } finally {
      for (int i = scopes.size() - 1; i >= 0; i--) {
        scopes.get(i).root().lift(before.get(i));
      }
    }
  }

  /**
   * {@return the variables with all names sorted, as those are in Flax that come out of a
   * transformation}
   */
  public static Variables sorted(Variables variables) {
    var collections = new TreeMap<String, Object>();
    variables.collections().forEach((name, values) -> collections.put(name, sorted(values)));
    return Variables.ofTrusted(collections);
  }

  private static Object sorted(Object value) {
    if (!(value instanceof Params params)) {
      return value;
    }
    var entries = new TreeMap<String, Object>();
    params.entries().forEach((name, below) -> entries.put(name, sorted(below)));
    return Params.ofTrusted(entries);
  }

  /** {@return how many keys a scope and those below it have drawn} */
  public static RngCounters counters(Scope scope) {
    return scope.streams().counters();
  }
}
