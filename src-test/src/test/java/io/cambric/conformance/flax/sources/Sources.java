package io.cambric.conformance.flax.sources;

import io.cambric.conformance.format.UnsupportedFeature;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.CRC32;

/** The Java modules of Python classes, by the text of the class. */
public final class Sources {

  private static final Pattern CLASS = Pattern.compile("(?m)^class (\\w+).*(?:\\n(?:[ \\t].*)?)*");

  /** The files of definitions. */
  private static final List<Class<?>> TOPICS =
      List.of(
          NamingModules.class,
          SetupModules.class,
          SharingModules.class,
          VariableModules.class,
          RngModules.class,
          SeedModules.class,
          TrainingModules.class,
          LanguageModules.class,
          VmapModules.class,
          ScanModules.class,
          LoopModules.class,
          DerivativeModules.class,
          OtherLiftModules.class,
          SeedLiftModules.class,
          InterceptedModules.class,
          TabulatedModules.class);

  private static final Map<String, Class<?>> BY_TEXT = byText();

  private Sources() {}

  /**
   * {@return the modules of the classes that a source defines, by name}
   *
   * @throws UnsupportedFeature naming the classes that are not written in Java
   */
  public static Map<String, Class<?>> of(String source) {
    var modules = new LinkedHashMap<String, Class<?>>();
    var missing = new TreeSet<String>();
    for (var each : classes(source).entrySet()) {
      var module = BY_TEXT.get(normalized(each.getValue()));
      if (module == null) {
        missing.add("source:" + feature(each.getKey(), each.getValue()));
      } else {
        modules.put(each.getKey(), module);
      }
    }
    if (!missing.isEmpty()) {
      throw new UnsupportedFeature(missing);
    }
    return modules;
  }

  /** {@return whether a class is written in Java, named as {@code source:} features name it} */
  public static boolean has(String feature) {
    return BY_TEXT.keySet().stream()
        .map(text -> feature(text.substring(6).split("[(:]", 2)[0].strip(), text))
        .anyMatch(feature::equals);
  }

  /** The name of a class and a checksum of its text, since several classes have one name. */
  private static String feature(String name, String text) {
    var checksum = new CRC32();
    checksum.update(normalized(text).getBytes(StandardCharsets.UTF_8));
    return "%s#%08x".formatted(name, checksum.getValue());
  }

  /** Cuts a source into its classes: each with the indented lines that follow it. */
  private static Map<String, String> classes(String source) {
    var classes = new LinkedHashMap<String, String>();
    var matcher = CLASS.matcher(source);
    while (matcher.find()) {
      classes.put(matcher.group(1), matcher.group());
    }
    return classes;
  }

  private static String normalized(String text) {
    return text.replaceAll("(?m)\\s+#.*$", "").replaceAll("\\s+", " ").strip();
  }

  private static Map<String, Class<?>> byText() {
    var byText = new LinkedHashMap<String, Class<?>>();
    TOPICS.stream()
        .flatMap(topic -> Stream.of(topic.getDeclaredClasses()))
        .filter(definition -> definition.isAnnotationPresent(Python.class))
        .forEach(definition ->
            byText.put(
                normalized(definition.getAnnotation(Python.class).value()), generated(definition)));
    return byText;
  }

  /** The class that the annotation processor makes of a definition; others stand for themselves. */
  private static Class<?> generated(Class<?> definition) {
    var name = definition.getSimpleName();
    if (!name.endsWith("Def")) {
      return definition;
    }
    var module = name.substring(0, name.length() - "Def".length());
    try {
      return Class.forName(Sources.class.getPackageName() + "." + module);
    } catch (ClassNotFoundException e) {
      throw new IllegalStateException("no module was generated for " + name, e);
    }
  }
}
