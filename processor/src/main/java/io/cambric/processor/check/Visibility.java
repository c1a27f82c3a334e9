package io.cambric.processor.check;

import io.cambric.processor.read.Annotated;
import io.cambric.processor.read.ElementNames;
import io.cambric.processor.read.Lint;
import io.cambric.processor.read.ModuleModel;
import io.cambric.processor.read.Owners;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import javax.lang.model.element.Element;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.ArrayType;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.IntersectionType;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;
import javax.lang.model.type.WildcardType;
import javax.lang.model.util.Elements;

/**
 * The rule which types a generated class may mention. It is public and in the package of its
 * definition, where it reaches all types but private ones. Users in the same package reach the same
 * types. Where a module exports the package, users in other packages need public types. A type
 * nested in a definition need not be reached by its name.
 */
final class Visibility {

  /**
   * An inaccessible type.
   *
   * @param culprit the type itself, or the enclosing type that hides it
   * @param isPrivate whether the generated class itself cannot reach it
   */
  record Hidden(Element culprit, boolean isPrivate) {}

  /** The problem of a mentioned type, and the fix. */
  record Problem(String what, String mend) {}

  private final Elements elements;

  Visibility(Elements elements) {
    this.elements = elements;
  }

  /** {@return the classes that a type mentions, itself and in its arguments} */
  static List<TypeElement> mentioned(TypeMirror type) {
    return switch (type) {
      case ArrayType array -> mentioned(array.getComponentType());
      case WildcardType wildcard when wildcard.getExtendsBound() != null ->
          mentioned(wildcard.getExtendsBound());
      case WildcardType wildcard when wildcard.getSuperBound() != null ->
          mentioned(wildcard.getSuperBound());
      case IntersectionType bounds ->
          bounds.getBounds().stream().flatMap(bound -> mentioned(bound).stream()).toList();
      case DeclaredType declared when declared.getKind() == TypeKind.DECLARED ->
          Stream.concat(
                  Stream.of((TypeElement) declared.asElement()),
                  declared.getTypeArguments().stream().flatMap(a -> mentioned(a).stream()))
              .toList();
      default -> List.of();
    };
  }

  /**
   * {@return why the class generated from a definition may not mention a type, or empty if it may}
   *
   * @param the element that mentions it
   * @param canBePrivate the member that would not be generated if it were private, or empty
   */
  Optional<Problem> problem(
      ModuleModel module, TypeElement type, String what, String canBePrivate) {
    var name = type.getSimpleName().toString();
    if (module.setup().filter(setup -> setup.record().equals(type)).isPresent()) {
      return Optional.of(
          new Problem(
              "The generated class %s exposes its parts as %1$s.%s, but %s has type %s.%2$s."
                  .formatted(module.module().simpleName(), name, what, module.name()),
              what.startsWith("parameter")
                  ? "Make it the first parameter of %s, which callers do not see."
                      .formatted(canBePrivate)
                  : "Make %s private.".formatted(canBePrivate)));
    }
    if (isForeignDefinition(type, module)) {
      return Optional.of(
          new Problem(
              "Users see modules, but %s of %s has type %s, which is a definition."
                  .formatted(what, module.name(), name),
              "Use the module %s.".formatted(ElementNames.module(name))));
    }
    return hidden(type).map(hidden -> problem(module, type, hidden, what, canBePrivate));
  }

  /** Whether a type is another definition, which the user hardly means. */
  private static boolean isForeignDefinition(TypeElement type, ModuleModel module) {
    return Annotated.has(type, Annotated.MODULE)
        && ElementNames.isDefinition(type.getSimpleName().toString())
        && !type.equals(module.element())
        && !Lint.isPublic(type);
  }

  private static Problem problem(
      ModuleModel module, TypeElement type, Hidden hidden, String what, String canBePrivate) {
    var culprit = hidden.culprit().getSimpleName().toString();
    var whose = hidden.culprit().equals(type) ? "which is" : "and " + culprit + " around it is";
    var orPrivate = canBePrivate.isEmpty() ? "." : ", or make " + canBePrivate + " private.";
    return hidden.isPrivate()
        ? new Problem(
            "The generated class %s cannot use private types, but %s has type %s, %s private."
                .formatted(module.module().simpleName(), what, type.getSimpleName(), whose),
            "Remove private from " + culprit + orPrivate)
        : new Problem(
            "The generated class %s is public and exported, but %s has type %s, %s not public."
                .formatted(module.module().simpleName(), what, type.getSimpleName(), whose),
            "Make " + culprit + " public" + orPrivate);
  }

  /** {@return the element that hides {@code type}, if any} */
  Optional<Hidden> hidden(Element type) {
    for (var e = type; e instanceof TypeElement; e = e.getEnclosingElement()) {
      if (e.getModifiers().contains(Modifier.PRIVATE)) {
        return Optional.of(new Hidden(e, true));
      }
    }
    return Lint.isExported(type, elements) ? notPublic(type) : Optional.empty();
  }

  /**
   * The innermost enclosing type that isn't public. Generated types count as public, since this
   * processing round doesn't show its own yet.
   */
  private static Optional<Hidden> notPublic(Element type) {
    for (var e = type; e instanceof TypeElement; e = e.getEnclosingElement()) {
      if (e != type && Annotated.has(e, Annotated.MODULE)) {
        return Optional.empty();
      }
      if (!Owners.isPublic(e) && !Annotated.has(e, Annotated.GENERATED)) {
        return Optional.of(new Hidden(e, false));
      }
    }
    return Optional.empty();
  }
}
