package io.cambric.jars;

import java.io.File;
import java.nio.file.Path;
import java.util.stream.Stream;

/** The class path of these tests, also where surefire keeps it out of the system's property. */
public final class TestClassPath {

  private TestClassPath() {}

  /** {@return the path as options take it} */
  public static String text() {
    return System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
  }

  /** {@return its folders and jars} */
  public static Stream<Path> entries() {
    return Stream.of(text().split(File.pathSeparator)).map(Path::of);
  }
}
