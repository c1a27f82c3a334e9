package io.cambric.processor.body.flow;

import io.cambric.processor.body.flow.MethodSummary.Mention;
import io.cambric.processor.read.Annotated;
import io.cambric.processor.read.RuntimeTypes;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.ArrayType;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeMirror;

/**
 * Finds whether modules have variables of their own or in submodules. A definition may declare that
 * it has no variables; else its methods decide.
 */
public final class ModuleVariables {

  /** The element of {@code @Module} that declares it. */
  private static final String VARIABLES = "variables";

  private static final Set<String> CREATIONS =
      Set.of("param", "variable", "putVariable", "sow", "perturb", "shareScope");

  private static final Set<String> SCOPES =
      Set.of("io.cambric.module.ModuleScope", "io.cambric.scope.Scope");

  /** The knowledge of a module: nothing for certain, no variables, or the code that makes some. */
  private record Known(boolean hasNone, Optional<String> made) {

    static final Known NONE = new Known(true, Optional.empty());
    static final Known UNKNOWN = new Known(false, Optional.empty());

    static Known madeBy(String made) {
      return new Known(false, Optional.of(made));
    }

    Known and(Known other) {
      if (made.isPresent()) {
        return this;
      }
      return hasNone || other.made.isPresent() ? other : this;
    }
  }

  private final AttributedTrees trees;
  private final Effects effects;
  private final Map<TypeElement, Known> modules = new HashMap<>();
  private final Set<TypeElement> records = new HashSet<>();

  /** Reads modules from these trees. */
  public ModuleVariables(AttributedTrees trees) {
    this.trees = trees;
    this.effects = new Effects(trees);
  }

  /** {@return whether a module certainly has no variables} */
  public boolean hasNone(TypeElement module) {
    return ofModule(module).hasNone();
  }

  /** {@return whether a definition declares that it has no variables} */
  public static boolean isDeclaredWithout(TypeElement definition) {
    return Annotated.find(definition, Annotated.MODULE)
        .flatMap(annotation -> Annotated.value(annotation, VARIABLES))
        .filter(value -> value.getValue().equals(false))
        .isPresent();
  }

  /** {@return the code that makes a variable of a definition, regardless of its declaration} */
  public Optional<String> madeIn(TypeElement definition) {
    return ofBody(definition).made();
  }

  private Known ofModule(TypeElement module) {
    var known = modules.get(module);
    if (known == null) {
      // A module that contains itself gets no further variables from that.
      modules.put(module, Known.NONE);
      known = trees.definitionOf(module).map(this::ofDefinition).orElse(Known.UNKNOWN);
      modules.put(module, known);
    }
    return known;
  }

  private Known ofDefinition(TypeElement definition) {
    return isDeclaredWithout(definition) ? Known.NONE : ofBody(definition);
  }

  private Known ofBody(TypeElement definition) {
    var name = definition.getQualifiedName().toString();
    var methods = trees.methods(definition);
    var known = methods.isEmpty() ? Known.UNKNOWN : Known.NONE;
    for (var component : definition.getRecordComponents()) {
      known = known.and(ofComponent(component.asType()));
    }
    var found =
        new Object() {
          Known known = Known.NONE;
        };
    effects.reach(
        methods.keySet().stream().map(method -> new Mention(name, method)),
        (_, summary) -> summary.mentions().forEach(m -> found.known = found.known.and(of(m))));
    return known.and(found.known);
  }

  private Known of(Mention mention) {
    if (SCOPES.contains(mention.owner()) && CREATIONS.contains(mention.name())) {
      return Known.madeBy(mention.name() + "(...)");
    }
    return mention.name().equals("of")
        ? trees
            .type(mention.owner())
            .filter(type -> trees.isModule(type.asType()))
            .map(this::ofSubmodule)
            .orElse(Known.NONE)
        : Known.NONE;
  }

  private Known ofSubmodule(TypeElement module) {
    var known = ofModule(module);
    return known.made().isPresent() ? Known.madeBy(module.getSimpleName().toString()) : known;
  }

  /** The variables of a component, which may hold a module unless no module can have its type. */
  private Known ofComponent(TypeMirror type) {
    if (trees.isScalar(type)) {
      return Known.NONE;
    }
    if (type instanceof ArrayType array) {
      return ofComponent(array.getComponentType());
    }
    var element = trees.typeElement(type);
    if (element.isEmpty() || !(type instanceof DeclaredType declared)) {
      return Known.UNKNOWN;
    }
    if (trees.isModule(type)) {
      return ofModule(element.get());
    }
    var arguments =
        declared.getTypeArguments().stream().map(this::ofComponent).reduce(Known.NONE, Known::and);
    return arguments.and(isPlain(element.get()) ? Known.NONE : Known.UNKNOWN);
  }

  private boolean isPlain(TypeElement type) {
    var name = type.getQualifiedName().toString();
    if (type.getKind() == ElementKind.RECORD) {
      // A record that contains itself gets no further variables from that.
      return !records.add(type)
          || type.getRecordComponents().stream().allMatch(c -> ofComponent(c.asType()).hasNone());
    }
    boolean isOfLibrary = name.startsWith("io.cambric.") && !name.startsWith("io.cambric.nn.");
    return type.getKind() == ElementKind.ENUM
        || name.startsWith("java.") && !name.equals("java.lang.Object")
        || isOfLibrary && !name.equals(RuntimeTypes.LAYER.canonicalName());
  }
}
