package io.cambric.examples.deps;

import java.io.File;
import java.io.IOException;
import java.lang.module.ModuleDescriptor.Requires;
import java.lang.module.ModuleFinder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.stream.Stream;

/**
 * The jars of a class path as modules.
 *
 * <p>Modules of the JDK and of the build alone have no jar here, and are not counted.
 *
 * @param jars all of them
 */
record ClassPath(List<Path> jars) {

  /** A jar and its size in bytes. */
  record Jar(Path file, long bytes) {

    String name() {
      return file.getFileName().toString();
    }
  }

  /** {@return the jars among the entries of a path} */
  static ClassPath of(String path) {
    return new ClassPath(
        Stream.of(path.split(File.pathSeparator))
            .filter(entry -> entry.endsWith(".jar"))
            .map(Path::of)
            .toList());
  }

  /**
   * {@return the jars that modules lead to, sorted by name}
   *
   * <p>Requirements that only a compiler needs count, too, as Maven fetches them.
   */
  List<Jar> neededBy(List<String> modules) throws IOException {
    var finder = ModuleFinder.of(jars.toArray(Path[]::new));
    var seen = new HashSet<String>();
    var open = new ArrayDeque<>(modules);
    var needed = new ArrayList<Jar>();
    while (!open.isEmpty()) {
      var name = open.remove();
      var found = finder.find(name);
      if (seen.add(name) && found.isPresent()) {
        var file = Path.of(found.get().location().orElseThrow());
        needed.add(new Jar(file, Files.size(file)));
        found.get().descriptor().requires().stream().map(Requires::name).forEach(open::add);
      }
    }
    return needed.stream().sorted((a, b) -> a.name().compareTo(b.name())).toList();
  }
}
