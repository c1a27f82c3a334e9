package io.cambric.scope.lift;

import io.cambric.errors.InvalidVariablesException;
import io.cambric.scope.CollectionFilter;
import io.cambric.scope.CreationLog;
import io.cambric.scope.LazyRng;
import io.cambric.scope.LiftedFrom;
import io.cambric.scope.LiftedScopes;
import io.cambric.scope.RngCounters;
import io.cambric.scope.Scope;
import io.cambric.scope.Variables;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The variables and random streams of the scopes of one lifted call, in groups. A transformation
 * maps, splits or carries the groups, and makes scopes of them again.
 *
 * <p>A group has one entry for each root among the scopes; with one scope, that is one entry.
 */
public final class Packed {

  private final Pack pack;
  private final ScopePlaces places;
  private final List<List<Variables>> variables;
  private final List<List<Map<String, LazyRng>>> rngs;
  private final CollectionFilter writable;
  private final Map<Scope, List<Scope>> opened = new IdentityHashMap<>();
  private final boolean logsCreations;

  Packed(Pack pack, ScopePlaces places, Function<Scope, Map<String, LazyRng>> streams) {
    this.pack = pack;
    this.places = places;
    this.variables =
        byGroup(
            places.roots(),
            root -> CollectionFilter.group(LiftedScopes.variables(root), pack.in()));
    this.rngs = byGroup(places.roots(), root -> streams(streams.apply(root), pack.rngs()));
    this.writable = union(pack.out());
    this.logsCreations = places.roots().stream().anyMatch(LiftedScopes::logsCreations);
  }

  private static CollectionFilter union(List<CollectionFilter> filters) {
    return filters.stream().reduce(CollectionFilter.none(), CollectionFilter::union);
  }

  private static <G> List<List<G>> byGroup(List<Scope> roots, Function<Scope, List<G>> groups) {
    var byScope = roots.stream().map(groups).toList();
    var byGroup = new ArrayList<List<G>>();
    for (int i = 0; i < byScope.getFirst().size(); i++) {
      int group = i;
      byGroup.add(byScope.stream().map(each -> each.get(group)).toList());
    }
    return byGroup;
  }

  private static List<Map<String, LazyRng>> streams(
      Map<String, LazyRng> all, List<CollectionFilter> filters) {
    var left = new LinkedHashMap<>(all);
    var groups = new ArrayList<Map<String, LazyRng>>();
    for (var filter : filters) {
      var group = new LinkedHashMap<String, LazyRng>();
      left.forEach((name, rng) -> {
        if (filter.matches(name)) {
          group.put(name, rng);
        }
      });
      left.keySet().removeAll(group.keySet());
      groups.add(Collections.unmodifiableMap(group));
    }
    return groups;
  }

  /** {@return the variables: for each in filter a group, with an entry for each root} */
  public List<List<Variables>> variables() {
    return variables;
  }

  /** {@return the random streams: for each filter a group, with an entry for each root} */
  public List<List<Map<String, LazyRng>>> rngs() {
    return rngs;
  }

  /** {@return the filter of the collections that at least one of the lifted scopes may write} */
  CollectionFilter mutable() {
    var mutable = CollectionFilter.none();
    for (var root : places.roots()) {
      mutable = mutable.union(root.mutable());
    }
    return mutable.intersect(writable);
  }

  /** {@return the result of a body that may use the outer scopes, since it is not traced} */
  <R> R outside(Supplier<R> body) {
    return LiftedScopes.awake(places.roots(), body);
  }

  /** {@return the index of the root of the last scope, the function's own} */
  int own() {
    return places.places().getLast().root();
  }

  /**
   * {@return whether a loop or branch outside looks for the variables that are created, with their
   * initial values}
   */
  boolean logsCreations() {
    return logsCreations;
  }

  /** Passes initial values on to the loop or branch outside, for each root. */
  void logCreations(List<Variables> first) {
    for (int i = 0; i < first.size(); i++) {
      FirstValues.log(places.roots().get(i), first.get(i));
    }
  }

  /** {@return groups of written variables, with the initial values of those that were created} */
  List<List<Variables>> withFirstValues(List<List<Variables>> written, List<Variables> first) {
    return FirstValues.beside(written, first, pack.out());
  }

  /** {@return for each root an empty log of the variables created in it} */
  List<CreationLog> newLogs() {
    return places.roots().stream().map(_ -> new CreationLog()).toList();
  }

  /**
   * {@return the properties of the roots, besides values and keys, that a traced program depends
   * on}
   */
  List<Object> fingerprint() {
    var all = new ArrayList<Object>();
    for (var root : places.roots()) {
      all.add(List.of(root.mutable(), root.isInitializing(), LiftedScopes.audit(root)));
    }
    all.add(logsCreations);
    all.add(places.places());
    return all;
  }

  /** {@return the draws of the roots, counted inside as outside} */
  List<RngCounters> counters() {
    return places.roots().stream().map(LiftedScopes::counters).toList();
  }

  /** {@return scopes over lifted groups, one for each that was given to the lifted function} */
  public List<Scope> open(
      List<List<Variables>> variableGroups, List<List<Map<String, LazyRng>>> rngGroups) {
    return open(variableGroups, rngGroups, CollectionFilter.all(), null);
  }

  /**
   * {@return scopes over lifted groups}
   *
   * @param mutable the collections that may be written, within the out filters
   */
  public List<Scope> open(
      List<List<Variables>> variableGroups,
      List<List<Map<String, LazyRng>>> rngGroups,
      CollectionFilter mutable) {
    return open(variableGroups, rngGroups, mutable, null);
  }

  List<Scope> open(
      List<List<Variables>> variableGroups,
      List<List<Map<String, LazyRng>>> rngGroups,
      CollectionFilter mutable,
      @Nullable List<CreationLog> logs) {
    var inner = new ArrayList<Scope>();
    for (int i = 0; i < places.roots().size(); i++) {
      var outer = places.roots().get(i);
      var values = Variables.empty();
      for (var group : variableGroups) {
        values = values.with(group.get(i));
      }
      var streams = new LinkedHashMap<String, LazyRng>();
      for (var group : rngGroups) {
        streams.putAll(group.get(i));
      }
      inner.add(
          LiftedScopes.inner(
              outer,
              new LiftedFrom(pack.name(), union(pack.in()), writable, union(pack.rngs())),
              values,
              streams,
              outer.mutable().intersect(writable).intersect(mutable),
              logs == null ? null : logs.get(i)));
    }
    var scopes = places.below(inner);
    opened.put(scopes.getFirst(), inner);
    return scopes;
  }

  /**
   * {@return the written variables of these scopes: for each out filter a group, with an entry for
   * each root} The scopes cannot be used any more.
   *
   * @throws InvalidVariablesException if the scopes were not opened here
   */
  public List<List<Variables>> close(List<Scope> scopes) {
    var roots = scopes.isEmpty() ? null : opened.remove(scopes.getFirst());
    if (roots == null) {
      throw new InvalidVariablesException(
          "close of %s needs the scopes that open returned, each exactly once, but got others. Pass the whole list."
              .formatted(pack.name()));
    }
    roots.forEach(Scope::invalidate);
    return byGroup(roots, root -> CollectionFilter.group(root.mutableVariables(), pack.out()));
  }
}
