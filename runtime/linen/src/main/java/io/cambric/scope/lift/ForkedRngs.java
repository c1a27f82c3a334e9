package io.cambric.scope.lift;

import io.cambric.scope.LazyRng;
import io.cambric.scope.Scope;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * The random streams of lifted compiled functions. Their roots have no path, so programs do not
 * depend on the path of a module. Each stream of the function's own scope begins anew with a key
 * drawn from that stream. Jitted modules thus have other parameters than plain ones.
 */
final class ForkedRngs {

  private ForkedRngs() {}

  static Function<Scope, Map<String, LazyRng>> of(List<Scope> scopes) {
    var self = scopes.getLast();
    var forked = new LinkedHashMap<String, LazyRng>();
    self.rngs()
        .keySet()
        .forEach(name -> forked.put(name, new LazyRng(self.makeRng(name), List.of())));
    return root -> root == self ? forked : withoutPaths(root.rngs());
  }

  private static Map<String, LazyRng> withoutPaths(Map<String, LazyRng> streams) {
    var bare = new LinkedHashMap<String, LazyRng>();
    streams.forEach((name, rng) -> bare.put(name, new LazyRng(rng.root(), List.of())));
    return bare;
  }
}
