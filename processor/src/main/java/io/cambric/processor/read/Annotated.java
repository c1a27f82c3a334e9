package io.cambric.processor.read;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import javax.lang.model.element.AnnotationMirror;
import javax.lang.model.element.AnnotationValue;
import javax.lang.model.element.Element;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.TypeElement;
import javax.lang.model.util.ElementFilter;

/** Lookups of annotations by name, so that no annotation class is ever loaded. */
public final class Annotated {

  /** {@code @Module}. */
  public static final String MODULE = "io.cambric.annotations.Module";

  /** {@code @Compact}. */
  public static final String COMPACT = "io.cambric.annotations.Compact";

  /** {@code @Setup}. */
  public static final String SETUP = "io.cambric.annotations.Setup";

  /** {@code @Nowrap}. */
  public static final String NOWRAP = "io.cambric.annotations.Nowrap";

  /** {@code @Named}. */
  public static final String NAMED = "io.cambric.annotations.Named";

  /** {@code @PyTree}. */
  public static final String PY_TREE = "io.cambric.annotations.PyTree";

  /** {@code @Static}. */
  public static final String STATIC = "io.cambric.annotations.Static";

  /** {@code @Dims}. */
  public static final String DIMS = "io.cambric.annotations.Dims";

  /** {@code @Example}. */
  public static final String EXAMPLE = "io.cambric.annotations.Example";

  /** The annotation that holds several {@code @Example}. */
  public static final String EXAMPLES = "io.cambric.annotations.Example.All";

  /** {@code @Generated}, on the classes that the processor writes. */
  public static final String GENERATED = "io.cambric.annotations.Generated";

  /** The annotations of nullness, which generated signatures keep. */
  public static final String NULLNESS = "org.jspecify.annotations.*";

  /** The annotations of results that must not be dropped. */
  public static final String RESULTS = "com.google.errorprone.annotations.*";

  /** {@code @Deprecated}. */
  public static final String DEPRECATED = "java.lang.Deprecated";

  private Annotated() {}

  /** {@return the annotation with this name on {@code element}} */
  public static Optional<AnnotationMirror> find(Element element, String annotation) {
    for (var mirror : element.getAnnotationMirrors()) {
      var type = (TypeElement) mirror.getAnnotationType().asElement();
      if (type.getQualifiedName().contentEquals(annotation)) {
        return Optional.of(mirror);
      }
    }
    return Optional.empty();
  }

  /** {@return whether {@code element} has the annotation with this name} */
  public static boolean has(Element element, String annotation) {
    return find(element, annotation).isPresent();
  }

  /** {@return whether a method is compact in a scope of its own} */
  public static boolean hasNameScope(Element method) {
    return find(method, COMPACT).filter(compact -> isTrue(compact, "nameScope")).isPresent();
  }

  /** {@return whether an annotation sets {@code name}, whose default is false, to true} */
  public static boolean isTrue(AnnotationMirror annotation, String name) {
    return value(annotation, name).filter(value -> value.getValue().equals(true)).isPresent();
  }

  /** {@return the value of {@code name} in an annotation, unless it is left at its default} */
  public static Optional<AnnotationValue> value(AnnotationMirror annotation, String name) {
    for (var entry : annotation.getElementValues().entrySet()) {
      if (entry.getKey().getSimpleName().contentEquals(name)) {
        return Optional.of(entry.getValue());
      }
    }
    return Optional.empty();
  }

  /**
   * {@return the annotations with this name on {@code element}, which {@code container} may hold}
   */
  public static List<AnnotationMirror> findAll(
      Element element, String annotation, String container) {
    var held =
        find(element, container).flatMap(all -> value(all, "value")).stream()
            .flatMap(all -> values(all).stream())
            .map(value -> (AnnotationMirror) value.getValue());
    return Stream.concat(find(element, annotation).stream(), held).toList();
  }

  /** {@return the values of an array in an annotation} */
  public static List<AnnotationValue> values(AnnotationValue array) {
    return ((List<?>) array.getValue()).stream().map(AnnotationValue.class::cast).toList();
  }

  /** {@return the values of an array of strings in an annotation} */
  public static List<String> texts(AnnotationValue array) {
    return values(array).stream().map(value -> value.getValue().toString()).toList();
  }

  /** {@return the methods of {@code type} that have the annotation with this name} */
  public static List<ExecutableElement> methods(TypeElement type, String annotation) {
    return ElementFilter.methodsIn(type.getEnclosedElements()).stream()
        .filter(method -> has(method, annotation))
        .toList();
  }
}
