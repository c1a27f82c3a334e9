package io.cambric.build.facade;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.TypeElement;
import javax.lang.model.util.ElementFilter;
import javax.lang.model.util.Types;

/**
 * The functions of a façade in order: chapter by chapter, and by name within a chapter, as the
 * pages of JAX list them. Functions of one name keep the order of their topic.
 */
final class Functions {

  private final FacadeContents contents;
  private final Types types;
  private final Map<String, TypeElement> owners = new HashMap<>();
  private final Set<TypeElement> listed = new HashSet<>();

  private Functions(FacadeContents contents, Types types) {
    this.contents = contents;
    this.types = types;
  }

  /**
   * {@return the functions}
   *
   * @throws FacadeException if a topic breaks a rule or two topics share a signature
   */
  static List<Overload> of(FacadeContents contents, Types types) {
    var functions = new Functions(contents, types);
    contents
        .common()
        .ifPresent(common -> overloads(common).forEach(each -> functions.claim(each, common)));
    var ordered = new ArrayList<Overload>();
    for (var chapter : contents.chapters()) {
      var unordered = new ArrayList<Overload>();
      chapter.forEach(topic -> unordered.addAll(functions.ofTopic(topic)));
      unordered.sort(Comparator.comparing(Overload::name, String.CASE_INSENSITIVE_ORDER));
      ordered.addAll(unordered);
    }
    return ordered;
  }

  /** {@return whether a façade shows the method: if it is public and static} */
  static boolean isShown(ExecutableElement method) {
    return method.getModifiers().containsAll(Set.of(Modifier.PUBLIC, Modifier.STATIC));
  }

  private static List<Overload> overloads(TypeElement topic) {
    return ElementFilter.methodsIn(topic.getEnclosedElements()).stream()
        .filter(Functions::isShown)
        .flatMap(function -> Overload.of(function).stream())
        .toList();
  }

  private List<Overload> ofTopic(TypeElement topic) {
    requireAlone(topic);
    var functions = overloads(topic);
    functions.forEach(function -> claim(function, topic));
    return functions;
  }

  private void requireAlone(TypeElement topic) {
    if (!listed.add(topic)) {
      throw new FacadeException(
          contents.marked(),
          "%s lists the topic %s twice. List it once."
              .formatted(contents.facade().simpleName(), topic.getSimpleName()));
    }
    if (!topic.getSuperclass().toString().equals("java.lang.Object")
        || !topic.getModifiers().contains(Modifier.FINAL)) {
      throw new FacadeException(
          topic,
          "A topic of %s must be a final class without a superclass, but %s is not. Call the functions of other topics by the names of their classes."
              .formatted(contents.facade().simpleName(), topic.getSimpleName()));
    }
    for (var member : topic.getEnclosedElements()) {
      requireFunction(member, topic);
    }
  }

  private void requireFunction(Element member, TypeElement topic) {
    if (member.getModifiers().contains(Modifier.PUBLIC)
        && !(member.getKind() == ElementKind.METHOD && isShown((ExecutableElement) member))) {
      throw new FacadeException(
          member,
          "%s exposes only static methods, but the topic %s has the public member %s. Move types to their own files, and make other members package-private."
              .formatted(
                  contents.facade().simpleName(), topic.getSimpleName(), member.getSimpleName()));
    }
  }

  private void claim(Overload overload, TypeElement topic) {
    var signature =
        overload.arguments().stream()
            .map(argument -> types.erasure(argument.type()).toString())
            .collect(Collectors.joining(", ", overload.name() + "(", ")"));
    var earlier = owners.putIfAbsent(signature, topic);
    if (earlier != null) {
      throw new FacadeException(
          overload.function(),
          "%s can have only one %s, but %s and %s both declare it. Rename one of them, or make it package-private."
              .formatted(
                  contents.facade().simpleName(),
                  signature,
                  earlier.getSimpleName(),
                  topic.getSimpleName()));
    }
  }
}
