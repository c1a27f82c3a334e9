package io.cambric.processor.body;

import com.sun.source.util.JavacTask;
import java.util.Collections;
import java.util.Set;
import java.util.WeakHashMap;
import javax.annotation.processing.ProcessingEnvironment;

/**
 * The option {@code -Acambric.shapes=off}. The compiler hands it to the annotation processor, and
 * the plugin checks shapes, so the processor remembers the compilation.
 */
public final class ShapesOption {

  /** The name of the option. */
  public static final String NAME = "cambric.shapes";

  private static final String OFF = "off";

  private static final Set<JavacTask> WITHOUT =
      Collections.synchronizedSet(Collections.newSetFromMap(new WeakHashMap<>()));

  private ShapesOption() {}

  /** Remembers a compilation whose options disable the check. Another compiler has no plugin. */
  public static void read(ProcessingEnvironment environment) {
    if (OFF.equals(environment.getOptions().get(NAME)) && isJavac(environment)) {
      WITHOUT.add(JavacTask.instance(environment));
    }
  }

  private static boolean isJavac(ProcessingEnvironment environment) {
    return environment.getClass().getName().startsWith("com.sun.tools.javac.");
  }

  /** {@return whether a compilation checks shapes} */
  static boolean isOn(JavacTask task) {
    return !WITHOUT.contains(task);
  }
}
