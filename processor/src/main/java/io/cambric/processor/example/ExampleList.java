package io.cambric.processor.example;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Stream;
import javax.annotation.processing.Filer;
import javax.annotation.processing.ProcessingEnvironment;
import javax.lang.model.element.Element;
import javax.lang.model.element.TypeElement;
import javax.lang.model.util.Elements;
import javax.tools.StandardLocation;

/**
 * The list of definitions with examples, a file among the classes of a project: a name a line. The
 * compilation of the main sources writes it for the compilation of the tests.
 */
final class ExampleList {

  private static final String FILE = "META-INF/cambric/examples";

  private final Filer filer;
  private final Elements elements;

  ExampleList(ProcessingEnvironment environment) {
    filer = environment.getFiler();
    elements = environment.getElementUtils();
  }

  /**
   * Adds definitions. A compilation may be of a few files only, so the other names in the list
   * stay, except for names of types that have no examples any more.
   */
  void add(Collection<String> names) throws IOException {
    var all = new TreeSet<>(names);
    present(StandardLocation.CLASS_OUTPUT).stream()
        .flatMap(this::definitions)
        .forEach(definition -> all.add(definition.getQualifiedName().toString()));
    try (var writer = filer.createResource(StandardLocation.CLASS_OUTPUT, "", FILE).openWriter()) {
      for (var name : all) {
        writer.write(name + "\n");
      }
    }
  }

  /**
   * {@return the definitions with examples in the main sources of the project that {@code test} is
   * a test of}
   */
  List<TypeElement> ofMainSources(Element test) {
    var output = output();
    return Stream.of(present(StandardLocation.CLASS_PATH), ofModule(test))
        .flatMap(Optional::stream)
        .filter(list -> output.filter(own -> isOfOneProject(list, own)).isPresent())
        .findFirst()
        .stream()
        .flatMap(this::definitions)
        .toList();
  }

  /** The list next to the descriptor of the module that the tests are patched into. */
  private Optional<Path> ofModule(Element test) {
    var module = elements.getModuleOf(test);
    if (module == null || module.isUnnamed()) {
      return Optional.empty();
    }
    try {
      return path(Objects.requireNonNull(elements.getFileObjectOf(module)).toUri())
          .map(descriptor -> descriptor.resolveSibling(FILE));
    } catch (RuntimeException _) {
      return Optional.empty();
    }
  }

  /** The place of a list among the classes of this compilation, which is not opened. */
  private Optional<Path> output() {
    try {
      return path(filer.createResource(StandardLocation.CLASS_OUTPUT, "", FILE).toUri());
    } catch (IOException | RuntimeException _) {
      return Optional.empty();
    }
  }

  /** The place of the list; compilers differ in their exceptions if there is none. */
  private Optional<Path> present(StandardLocation location) {
    try {
      return path(filer.getResource(location, "", FILE).toUri());
    } catch (IOException | RuntimeException _) {
      return Optional.empty();
    }
  }

  /** A path of a folder of classes; jars are of other projects. */
  private static Optional<Path> path(URI place) {
    return "file".equals(place.getScheme()) ? Optional.of(Path.of(place)) : Optional.empty();
  }

  /**
   * Whether two folders of classes are the ones of main sources and of tests. Their paths differ in
   * one name, as {@code target/classes} and {@code target/test-classes}, or {@code main} and {@code
   * test} of Gradle. Folders of other projects differ in more.
   */
  private static boolean isOfOneProject(Path list, Path own) {
    int different = 0;
    for (int i = 0; i < own.getNameCount() && list.getNameCount() == own.getNameCount(); i++) {
      different += list.getName(i).equals(own.getName(i)) ? 0 : 1;
    }
    return different == 1;
  }

  private Stream<TypeElement> definitions(Path list) {
    try {
      return Files.exists(list)
          ? Files.readAllLines(list).stream()
              .map(elements::getTypeElement)
              .filter(type -> type != null && !ExampleReader.on(type).isEmpty())
          : Stream.of();
    } catch (IOException _) {
      // A list that cannot be read is as good as none.
      return Stream.of();
    }
  }
}
