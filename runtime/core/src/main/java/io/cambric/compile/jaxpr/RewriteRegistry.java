package io.cambric.compile.jaxpr;

import io.cambric.core.Atom;
import io.cambric.core.Eqn;
import io.cambric.core.Jaxpr;
import io.cambric.core.Primitive;
import io.cambric.core.RewriteContext;
import io.cambric.core.RewriteRules;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import org.jspecify.annotations.Nullable;

/** Rewrite rules by the class of their primitive. Mutable while rules are registered. */
public final class RewriteRegistry implements RewriteRules.Registry {

  /** The rules of all providers. */
  private static final RewriteRegistry ALL = load();

  /** A rule that expands the operations of one primitive. */
  private interface Expansion {
    @Nullable Jaxpr of(Eqn eqn);
  }

  /** A rule that rewrites the operations of one primitive. */
  private interface Rewrite {
    @Nullable List<Atom> of(Eqn eqn, RewriteContext context);
  }

  private final Map<Class<?>, List<Expansion>> expansions = new HashMap<>();
  private final Map<Class<?>, List<Rewrite>> rewrites = new HashMap<>();

  /** Starts without rules. */
  RewriteRegistry() {}

  /** {@return the rules of all providers} */
  public static RewriteRegistry all() {
    return ALL;
  }

  private static RewriteRegistry load() {
    var registry = new RewriteRegistry();
    ServiceLoader.load(RewriteRules.class, RewriteRules.class.getClassLoader())
        .forEach(rules -> rules.register(registry));
    return registry;
  }

  @Override
  public <P extends Primitive> void expand(Class<P> primitive, RewriteRules.Expansion<P> rule) {
    expansions
        .computeIfAbsent(primitive, _ -> new ArrayList<>())
        .add(eqn -> rule.expand(primitive.cast(eqn.primitive()), eqn.inputAvals()));
  }

  @Override
  public <P extends Primitive> void rewrite(Class<P> primitive, RewriteRules.Rewrite<P> rule) {
    rewrites
        .computeIfAbsent(primitive, _ -> new ArrayList<>())
        .add(
            (eqn, context) -> rule.rewrite(primitive.cast(eqn.primitive()), eqn.inputs(), context));
  }

  /** {@return the program that replaces an operation, or {@code null} to keep it} */
  public @Nullable Jaxpr expansion(Eqn eqn) {
    for (var rule : expansions.getOrDefault(eqn.primitive().getClass(), List.of())) {
      var program = rule.of(eqn);
      if (program != null) {
        return program;
      }
    }
    return null;
  }

  /** {@return the atoms that replace the results of an operation, or {@code null} to keep it} */
  @Nullable List<Atom> replacement(Eqn eqn, RewriteContext context) {
    for (var rule : rewrites.getOrDefault(eqn.primitive().getClass(), List.of())) {
      var atoms = rule.of(eqn, context);
      if (atoms != null) {
        return atoms;
      }
    }
    return null;
  }
}
