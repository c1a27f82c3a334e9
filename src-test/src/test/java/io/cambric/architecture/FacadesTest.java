package io.cambric.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Parameter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The classes of functions that are generated from tables of contents. */
class FacadesTest {

  private static final Pattern NAME = Pattern.compile("@Facade\\(\\s*name = \"(\\w+)\"");
  private static final Pattern TOPIC = Pattern.compile("(common = )?\\b(\\w+)\\.class");

  /** A façade, its topics, and the class that it extends. */
  private record Facade(Class<?> type, List<Class<?>> topics, Class<?> common) {

    @Override
    public String toString() {
      return type.getSimpleName();
    }
  }

  static Stream<Facade> facades() throws IOException {
    var facades = new ArrayList<Facade>();
    for (var module : List.of("runtime/core", "runtime/linen", "optax")) {
      var sources = Path.of("..", module, "src/main/java");
      try (var paths = Files.walk(sources)) {
        for (var path : paths.filter(p -> p.toString().endsWith("Contents.java")).toList()) {
          facades.add(read(sources.relativize(path), Files.readString(path)));
        }
      }
    }
    return facades.stream();
  }

  private static Facade read(Path file, String source) {
    var prefix = String.valueOf(file.getParent()).replace('/', '.') + ".";
    var name = NAME.matcher(source);
    assertThat(name.find()).as("a name in " + file).isTrue();
    var topics = new ArrayList<Class<?>>();
    Class<?> common = Object.class;
    // Examples before the annotation name classes, too.
    var topic = TOPIC.matcher(source.substring(source.indexOf("@Facade(")));
    while (topic.find()) {
      var type = type(imported(source, topic.group(2)).orElse(prefix + topic.group(2)));
      if (topic.group(1) == null) {
        topics.add(type);
      } else {
        common = type;
      }
    }
    return new Facade(type(prefix + name.group(1)), topics, common);
  }

  /** {@return the full name of a topic in another package, as the contents import it} */
  private static Optional<String> imported(String source, String simpleName) {
    return Pattern.compile("import ([\\w.]+\\." + simpleName + ");")
        .matcher(source)
        .results()
        .map(found -> found.group(1))
        .findFirst();
  }

  private static Class<?> type(String name) {
    try {
      return Class.forName(name);
    } catch (ClassNotFoundException e) {
      throw new AssertionError(e);
    }
  }

  private static List<String> functions(Stream<Class<?>> types) {
    return types
        .flatMap(type -> Arrays.stream(type.getDeclaredMethods()))
        .filter(method -> Modifier.isStatic(method.getModifiers()))
        .filter(method -> Modifier.isPublic(method.getModifiers()))
        .flatMap(FacadesTest::signatures)
        .sorted()
        .toList();
  }

  /**
   * The types that {@code @Convertible} marks, as sources have it: no reflection sees the marker.
   */
  private static final Set<Class<?>> CONVERTIBLE = convertible();

  private static Set<Class<?>> convertible() {
    var sources = Path.of("..", "optax", "src/main/java");
    try (var paths = Files.walk(sources)) {
      return paths
          .filter(path -> path.toString().endsWith(".java") && isConvertible(path))
          .map(path -> sources.relativize(path).toString().replace(".java", ""))
          .map(name -> type(name.replace('/', '.')))
          .collect(Collectors.toSet());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static boolean isConvertible(Path source) {
    try (var lines = Files.lines(source)) {
      return lines.anyMatch("@Convertible"::equals);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A part of a signature: type parameters, and parameters as text. */
  private record Part(List<Object> typeParameters, List<String> parameters) {

    Part plus(List<? extends Object> moreTypes, String parameter) {
      return new Part(
          Stream.concat(typeParameters.stream(), moreTypes.stream()).toList(),
          Stream.concat(parameters.stream(), Stream.of(parameter)).toList());
    }
  }

  /** {@return a signature for each choice of forms of the convertible parameters} */
  private static Stream<String> signatures(Method method) {
    var parts = Stream.of(new Part(List.of((Object[]) method.getTypeParameters()), List.of()));
    for (var parameter : method.getParameters()) {
      parts = parts.flatMap(part -> forms(part, parameter));
    }
    return parts.map(part -> signature(method, part));
  }

  private static Stream<Part> forms(Part part, Parameter parameter) {
    var name = " " + parameter.getName();
    if (!CONVERTIBLE.contains(parameter.getType())) {
      return Stream.of(part.plus(List.of(), parameter.getAnnotatedType() + name));
    }
    return Arrays.stream(parameter.getType().getDeclaredMethods())
        .filter(method -> method.getName().equals("of"))
        .map(of ->
            part.plus(List.of(of.getTypeParameters()), of.getAnnotatedParameterTypes()[0] + name));
  }

  private static String signature(Method method, Part part) {
    return "%s %s %s(%s) %s %s"
        .formatted(
            part.typeParameters(),
            method.getAnnotatedReturnType(),
            method.getName(),
            String.join(", ", part.parameters()),
            method.isVarArgs(),
            Arrays.toString(method.getExceptionTypes()));
  }

  @Test
  void each_namespace_of_jax_that_has_topics_is_a_facade() throws IOException {
    assertThat(facades().map(Facade::toString))
        .contains("Numpy", "Linalg", "Activations", "Special", "ScipyLinalg", "Lax", "Random")
        .contains("Losses");
  }

  @ParameterizedTest
  @MethodSource("facades")
  void a_facade_has_the_public_functions_of_its_topics_and_no_others(Facade facade) {
    assertThat(functions(Stream.of(facade.type())))
        .isNotEmpty()
        .isEqualTo(functions(facade.topics().stream()));
  }

  @ParameterizedTest
  @MethodSource("facades")
  void all_overloads_of_a_name_are_in_one_topic(Facade facade) {
    var topics = new TreeMap<String, Set<String>>();
    Stream.concat(facade.topics().stream(), Stream.of(facade.common()))
        .forEach(topic ->
            names(topic)
                .forEach(name ->
                    topics.computeIfAbsent(name, _ -> new TreeSet<>()).add(topic.getSimpleName())));
    topics.values().removeIf(each -> each.size() == 1);
    assertThat(topics).isEmpty();
  }

  private static Stream<String> names(Class<?> topic) {
    return Arrays.stream(topic.getDeclaredMethods())
        .filter(method -> Modifier.isStatic(method.getModifiers()))
        .filter(method -> Modifier.isPublic(method.getModifiers()))
        .map(Method::getName);
  }

  @ParameterizedTest
  @MethodSource("facades")
  void a_facade_extends_a_public_class_of_shared_functions_or_nothing(Facade facade) {
    assertThat(facade.type().getSuperclass()).isEqualTo(facade.common());
    assertThat(facade.common()).isPublic();
    assertThat(facade.common().getSuperclass()).isIn(Object.class, null);
  }

  @ParameterizedTest
  @MethodSource("facades")
  void no_class_of_its_package_that_a_facade_calls_calls_it_back(Facade facade) {
    var start = MainClasses.ALL.get(facade.type());
    var reached = new LinkedHashSet<JavaClass>();
    var open = new ArrayDeque<JavaClass>(targets(start, start));
    while (!open.isEmpty()) {
      var type = open.pop();
      if (reached.add(type)) {
        open.addAll(targets(type, start));
      }
    }

    assertThat(reached).doesNotContain(start);
  }

  private static List<JavaClass> targets(JavaClass type, JavaClass facade) {
    return type.getDirectDependenciesFromSelf().stream()
        .map(Dependency::getTargetClass)
        .filter(target -> !target.equals(type))
        .filter(target -> target.getPackageName().equals(facade.getPackageName()))
        .toList();
  }
}
