package io.cambric.scope;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Access to scopes for lifted transformations: inner scopes, shared counters and suspension. */
public final class LiftedScopes {

  private LiftedScopes() {}

  /**
   * {@return a scope at the same path, with other values and streams; it shares the draw counters
   * of the outer scope}
   *
   * @param from the transformation, and the parts that it takes from the outer scope
   * @param creations the log of created variables; null for none
   */
  public static Scope inner(
      Scope outer,
      LiftedFrom from,
      Variables variables,
      Map<String, LazyRng> rngs,
      CollectionFilter mutable,
      @Nullable CreationLog creations) {
    var root = ScopeRoot.ofLift(outer, from, creations);
    return new Scope(
        root,
        null,
        outer.path(),
        transformed(outer.debugPath(), from.transformation()),
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

  /**
   * {@return whether a lifted loop or branch looks for the variables that are created in a scope}
   */
  public static boolean logsCreations(Scope scope) {
    return scope.root().creations() != null;
  }

  /**
   * Registers a variable that a lifted function created, for the loop or branch outside of it.
   *
   * @param path the names below the scope
   */
  public static void logCreation(Scope scope, String collection, List<String> path, Object value) {
    var log = scope.root().creations();
    if (log != null) {
      var names = new ArrayList<>(scope.values().place());
      names.addAll(path);
      log.add(collection, names, value);
    }
  }

  /** {@return all variables of a scope, which a lifted function need not all use} */
  public static Variables variables(Scope scope) {
    return scope.values().collections(CollectionFilter.all());
  }

  /** {@return the audit of the call of a scope, a part of the cache key of lifted programs} */
  public static Optional<Audit> audit(Scope scope) {
    return Optional.ofNullable(scope.root().audit());
  }

  /** Marks all variables of the scope, and below it, as used for an audit. */
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

  /** {@return the result of a body; during it these scopes, and their calls, refuse to be used} */
  public static <R extends @Nullable Object> R resting(
      List<Scope> scopes, String transformation, Supplier<R> body) {
    return during(scopes, transformation, body);
  }

  /** {@return the result of a body of a transformation, during which resting scopes may be used} */
  public static <R extends @Nullable Object> R awake(List<Scope> scopes, Supplier<R> body) {
    return during(scopes, null, body);
  }

  private static <R extends @Nullable Object> R during(
      List<Scope> scopes, @Nullable String transformation, Supplier<R> body) {
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

  /** {@return the variables with all names sorted, as transformations of JAX return dicts} */
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

  /** {@return the draw counters of a scope and of its children} */
  public static RngCounters counters(Scope scope) {
    return scope.streams().counters();
  }
}
