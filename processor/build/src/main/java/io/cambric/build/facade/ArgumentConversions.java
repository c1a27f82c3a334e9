package io.cambric.build.facade;

import java.util.List;
import java.util.Set;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeMirror;
import javax.lang.model.util.ElementFilter;

/** The forms in which callers give a value of a type that {@code @Convertible} marks. */
public final class ArgumentConversions {

  /** The qualified name of the annotation. */
  public static final String MARKER = "io.cambric.build.Convertible";

  private ArgumentConversions() {}

  /**
   * {@return the methods {@code of} of a type, each with one parameter; none for other types}
   *
   * @param type of a parameter or a component
   */
  public static List<ExecutableElement> of(TypeMirror type) {
    if (!(type instanceof DeclaredType declared)
        || !(declared.asElement() instanceof TypeElement element)
        || !isMarked(element)) {
      return List.of();
    }
    return ElementFilter.methodsIn(element.getEnclosedElements()).stream()
        .filter(ArgumentConversions::isConversion)
        .toList();
  }

  private static boolean isMarked(TypeElement element) {
    return element.getAnnotationMirrors().stream()
        .anyMatch(mirror -> mirror.getAnnotationType().toString().equals(MARKER));
  }

  /** Methods of an interface are public without the word. */
  private static boolean isConversion(ExecutableElement method) {
    return method.getSimpleName().contentEquals("of")
        && method.getParameters().size() == 1
        && method.getModifiers().containsAll(Set.of(Modifier.PUBLIC, Modifier.STATIC));
  }
}
