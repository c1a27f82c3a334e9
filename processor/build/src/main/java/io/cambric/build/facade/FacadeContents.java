package io.cambric.build.facade;

import com.palantir.javapoet.ClassName;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import javax.lang.model.element.AnnotationMirror;
import javax.lang.model.element.AnnotationValue;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;
import javax.lang.model.util.ElementFilter;
import javax.lang.model.util.Elements;
import javax.tools.JavaFileObject;

/**
 * The table of contents of a façade, as its marker gives it.
 *
 * @param marked the type with the marker, whose Javadoc is that of the façade
 * @param facade the class to generate
 * @param chapters the topics of each chapter, in order
 * @param common the class that the façade extends, which holds functions of several façades
 * @param unresolved the topics that the compiler does not know yet, or knows from a class file only
 */
record FacadeContents(
    TypeElement marked,
    ClassName facade,
    List<List<TypeElement>> chapters,
    Optional<TypeElement> common,
    List<String> unresolved) {

  static final String MARKER = "io.cambric.build.Facade";

  static FacadeContents of(TypeElement marked, Elements elements) {
    var marker =
        marked.getAnnotationMirrors().stream()
            .filter(mirror -> mirror.getAnnotationType().toString().equals(MARKER))
            .findFirst()
            .orElseThrow();
    var unresolved = new ArrayList<String>();
    var chapters = new ArrayList<List<TypeElement>>();
    for (var chapter : list(value(marker, "chapters", elements))) {
      var topics = list(value((AnnotationMirror) chapter.getValue(), "value", elements));
      chapters.add(
          topics.stream()
              .flatMap(topic -> type(topic, unresolved))
              .filter(topic -> isSource(topic, elements, unresolved))
              .toList());
    }
    var common =
        type(value(marker, "common", elements), unresolved)
            .filter(type -> !type.getQualifiedName().contentEquals("java.lang.Object"))
            .findFirst();
    var packageName = elements.getPackageOf(marked).getQualifiedName().toString();
    var name = String.valueOf(value(marker, "name", elements).getValue());
    return new FacadeContents(
        marked, ClassName.get(packageName, name), chapters, common, List.copyOf(unresolved));
  }

  /** {@return the topics of all chapters} */
  Stream<TypeElement> topics() {
    return chapters.stream().flatMap(List::stream);
  }

  /** {@return a type in the marker or in the signature of a function that is not known yet} */
  Optional<String> missing() {
    return Stream.concat(unresolved.stream(), topics().flatMap(FacadeContents::missing))
        .findFirst();
  }

  private static Stream<String> missing(TypeElement topic) {
    return ElementFilter.methodsIn(topic.getEnclosedElements()).stream()
        .filter(Functions::isShown)
        .flatMap(FacadeContents::signature)
        .filter(type -> new MissingTypes().visit(type))
        .map(TypeMirror::toString);
  }

  private static Stream<TypeMirror> signature(ExecutableElement method) {
    return Stream.of(
            Stream.of(method.getReturnType()),
            method.getParameters().stream().map(parameter -> parameter.asType()),
            method.getTypeParameters().stream().flatMap(type -> type.getBounds().stream()))
        .flatMap(types -> types);
  }

  private static AnnotationValue value(AnnotationMirror mirror, String name, Elements elements) {
    return elements.getElementValuesWithDefaults(mirror).entrySet().stream()
        .filter(entry -> entry.getKey().getSimpleName().contentEquals(name))
        .map(entry -> (AnnotationValue) entry.getValue())
        .findFirst()
        .orElseThrow();
  }

  private static List<AnnotationValue> list(AnnotationValue value) {
    return ((List<?>) value.getValue()).stream().map(AnnotationValue.class::cast).toList();
  }

  /**
   * {@return whether a topic is source; its class file, left by an earlier build, has no Javadoc}
   */
  private static boolean isSource(TypeElement topic, Elements elements, List<String> unresolved) {
    boolean isSource = elements.getFileObjectOf(topic).getKind() != JavaFileObject.Kind.CLASS;
    if (!isSource) {
      unresolved.add(topic.getQualifiedName().toString());
    }
    return isSource;
  }

  private static Stream<TypeElement> type(AnnotationValue value, List<String> unresolved) {
    if (value.getValue() instanceof DeclaredType type && type.getKind() != TypeKind.ERROR) {
      return Stream.of((TypeElement) type.asElement());
    }
    unresolved.add(value.toString());
    return Stream.of();
  }
}
