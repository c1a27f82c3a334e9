package io.cambric.processor.body.flow;

import io.cambric.processor.report.TypeText;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.ModuleElement;
import javax.lang.model.element.RecordComponentElement;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.ArrayType;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.ExecutableType;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;
import javax.lang.model.util.Elements;
import javax.lang.model.util.Types;
import javax.tools.JavaFileObject;
import org.jspecify.annotations.Nullable;

/**
 * Finds types of transformed functions, and types whose values cannot be pytrees or static leaves.
 * Classes of other libraries never count among these, since they may be registered with {@code
 * Trees.register}.
 */
public final class TreeTypes {

  /**
   * The reason why a type is not a pytree.
   *
   * @param type the offending type, with the record that contains it as a component
   * @param mend the type to write instead
   */
  public record Flaw(String type, String mend) {}

  /** The package of the types of transformed functions. */
  private static final String FUNCTIONS = "io.cambric.transform.function.";

  private final Elements elements;
  private final Types types;

  TreeTypes(Elements elements, Types types) {
    this.elements = elements;
    this.types = types;
  }

  /** {@return the flaw of a type, if it is certain} */
  public Optional<Flaw> flaw(TypeMirror type) {
    return flaw(type, new HashSet<>());
  }

  private Optional<Flaw> flaw(TypeMirror type, Set<TypeElement> around) {
    return switch (type) {
      case ArrayType array ->
          Optional.of(
              new Flaw(
                  TypeText.of(array),
                  array.getComponentType().getKind().isPrimitive()
                      ? "Use Array, and pass array(...) of the values."
                      : "Use List, and pass List.of(...) of the elements."));
      case DeclaredType declared
          when declared.getKind() == TypeKind.DECLARED
              && declared.asElement() instanceof TypeElement element ->
          ofClass(declared, element, around);
      default -> Optional.empty();
    };
  }

  private Optional<Flaw> ofClass(DeclaredType type, TypeElement element, Set<TypeElement> around) {
    if (is(type, "java.util.List")
        || is(type, "java.util.Map")
        || element.getQualifiedName().contentEquals("java.util.Optional")) {
      return type.getTypeArguments().stream()
          .flatMap(argument -> flaw(argument, around).stream())
          .findFirst();
    }
    if (isOfJdk(element)
        && (is(type, "java.util.Collection") && element.getKind() == ElementKind.CLASS
            || is(type, "java.util.Queue")
            || is(type, "java.util.Iterator")
            || is(type, "java.util.stream.BaseStream"))) {
      return Optional.of(
          new Flaw(element.getSimpleName().toString(), "Use List, and pass List.copyOf(...)."));
    }
    if (isOfJdk(element)
        && is(type, "java.lang.Appendable")
        && is(type, "java.lang.CharSequence")) {
      return Optional.of(
          new Flaw(element.getSimpleName().toString(), "Use String, and pass toString()."));
    }
    if (element.getKind() != ElementKind.RECORD
        || is(type, "io.cambric.tree.Opaque")
        || isOfLibrary(element)
        || !around.add(element)) {
      return Optional.empty();
    }
    for (var component : element.getRecordComponents()) {
      var flaw = flaw(memberType(type, component), around);
      if (flaw.isPresent()) {
        var named =
            "%s with component %s of type %s"
                .formatted(element.getSimpleName(), component.getSimpleName(), flaw.get().type());
        return Optional.of(new Flaw(named, flaw.get().mend()));
      }
    }
    return Optional.empty();
  }

  private boolean isOfJdk(TypeElement type) {
    return elements.getModuleOf(type) instanceof ModuleElement module
        && module.getQualifiedName().toString().startsWith("java.");
  }

  private boolean isOfLibrary(TypeElement type) {
    return elements.getFileObjectOf(type).getKind() == JavaFileObject.Kind.CLASS;
  }

  /**
   * {@return the type by which a transformation takes a function: {@code Fn2} for one of two
   * pytrees} A function that a transformation returned has such a type, too.
   */
  public Optional<DeclaredType> functionType(@Nullable TypeMirror function) {
    if (!(function instanceof DeclaredType type) || type.getKind() != TypeKind.DECLARED) {
      return Optional.empty();
    }
    boolean isGeneral =
        type.asElement() instanceof TypeElement element
            && element.getKind() == ElementKind.INTERFACE
            && element.getQualifiedName().toString().startsWith(FUNCTIONS)
            && !type.getTypeArguments().isEmpty();
    return isGeneral
        ? Optional.of(type)
        : types.directSupertypes(type).stream()
            .flatMap(above -> functionType(above).stream())
            .findFirst();
  }

  /** {@return whether {@code type} is a subtype of the type with this name} */
  private boolean is(TypeMirror type, String name) {
    var other = elements.getTypeElement(name);
    return other != null && types.isSubtype(types.erasure(type), types.erasure(other.asType()));
  }

  /** {@return the type of a component, seen from a record with type arguments} */
  private TypeMirror memberType(DeclaredType type, RecordComponentElement component) {
    return ((ExecutableType) types.asMemberOf(type, component.getAccessor())).getReturnType();
  }
}
