package io.cambric.module.config;

import io.cambric.errors.DataException;
import io.cambric.file.AtomicFile;
import io.cambric.json.tree.JsonFile;
import io.cambric.json.tree.JsonPlace;
import io.cambric.json.tree.JsonTree;
import io.cambric.module.Module;
import io.cambric.numpy.Initializers;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.util.DefaultPrettyPrinter;

/**
 * A format for models and small trees as JSON, with the names that a text may use; immutable.
 *
 * <p>A module is an object with its class under {@code $module}, and its attributes. Values of
 * attributes are numbers, texts, dtypes, shapes, lists, sets, maps, records, enums, arrays and
 * other modules. A module that is read back equals the one that was written.
 *
 * <p>A text can create only objects that it may name: modules of known classes, known or declared
 * records and enums, and named values. No other name in a text loads or calls anything. So
 * untrusted texts are safe to read.
 *
 * <p>A function has no form in JSON. Give it a name with {@link #withValue}. A function that is
 * also in the prototype of the class needs no name, and is left out.
 *
 * {@snippet :
 * var json = JsonFormat.standard()
 *     .withModules(Dense.of(1), Mlp.of(1))
 *     .withValue("relu", RELU);
 * Mlp same = json.read(json.write(model), Mlp.class);
 * }
 *
 * <p>A record is an object of its components, and an enum its name, where the type is declared or
 * is that of the whole text. Elsewhere, as where an interface is declared, {@code $record} and
 * {@code $enum} have the name of the class. The whole is named, too, if its class is known by
 * {@link #withTypes}.
 *
 * <p>JSON has no NaN and no infinities. NaN is null, also as an element of an array, a list or a
 * map, and null is NaN again where a {@code float} or {@code double} is declared. In a component of
 * type {@code Float} or {@code Double} null is an absent number, and NaN is the string {@code
 * "NaN"}. Infinities are the strings {@code "Infinity"} and {@code "-Infinity"}. Where no type is
 * declared, null and such strings return unchanged.
 *
 * <p>In trees whose types are not declared, objects are maps and whole numbers {@code int}s where
 * they fit, else {@code long}s.
 */
public final class JsonFormat {

  private static final String TEXT = "The JSON text";

  private static final JsonFormat STANDARD = new JsonFormat(initializers());

  private final JsonNames names;

  private JsonFormat(JsonNames names) {
    this.names = names;
  }

  private static JsonNames initializers() {
    return new JsonNames(Map.of(), Map.of(), Map.of())
        .withType(Initializers.zeros().getClass())
        .withType(Initializers.normal().getClass())
        .withType(Initializers.uniform().getClass())
        .withType(Initializers.truncatedNormal().getClass())
        .withType(Initializers.lecunNormal().getClass())
        .withType(Initializers.orthogonal().getClass())
        .withType(Initializers.deltaOrthogonal().getClass());
  }

  /** {@return the form that knows initializers, and no modules yet} */
  public static JsonFormat standard() {
    return STANDARD;
  }

  /**
   * {@return this, with more classes of modules known}
   *
   * @param prototypes a module of each class, with the functions that a text leaves out
   * @throws DataException if another class of that name is known
   */
  public JsonFormat withModules(Module<?>... prototypes) {
    var changed = names;
    for (var prototype : prototypes) {
      changed = changed.withModule(prototype);
    }
    return new JsonFormat(changed);
  }

  /**
   * {@return this, with more records and enums known, for places where an interface is declared}
   *
   * @throws DataException if a class is neither a record nor an enum, or another class with that
   *     name is known
   */
  public JsonFormat withTypes(Class<?>... types) {
    var changed = names;
    for (var type : types) {
      if (!type.isRecord() && !type.isEnum()) {
        throw new DataException(
            "A JSON format needs records and enums, but %s is neither. Name a value of it with withValue."
                .formatted(type.getName()));
      }
      changed = changed.withType(type);
    }
    return new JsonFormat(changed);
  }

  /**
   * {@return this, with a name for a value, such as a function}
   *
   * @param value the value, recognised by {@code equals}; a function must be the same object
   * @throws DataException if the name belongs to another value
   */
  public JsonFormat withValue(String name, Object value) {
    return new JsonFormat(names.withValue(name, value));
  }

  /**
   * {@return a value as a JSON text of several lines}
   *
   * @throws DataException if part of it has no form in JSON; the message shows the position
   */
  public String write(@Nullable Object value) {
    var text = new StringWriter();
    var context =
        new ObjectWriteContext.Base() {
          @Override
          public DefaultPrettyPrinter getPrettyPrinter() {
            return new DefaultPrettyPrinter();
          }
        };
    try (var json = JsonTree.JSON.createGenerator(context, text)) {
      new JsonWriter(names, json).write(value, JsonPlace.root("JSON"));
    }
    return text + "\n";
  }

  /**
   * Writes a value to a file, which is unchanged or complete afterwards.
   *
   * @throws DataException if part of it has no form in JSON, or the file cannot be written
   */
  public void write(Path file, @Nullable Object value) {
    var text = write(value);
    try {
      AtomicFile.write(file, text);
    } catch (IOException e) {
      throw new DataException(
          "File %s cannot be written: %s. Check that its folder exists and has free space."
              .formatted(file, e),
          e);
    }
  }

  /**
   * {@return the value of a text}
   *
   * @param type of the value, such as a module class, a record, {@code Map} or {@code Object}
   * @throws DataException if the text is not JSON, or not the text of such a value; the message
   *     shows the position
   */
  public <T> T read(String text, Class<T> type) {
    return read(TEXT, text, type);
  }

  /**
   * {@return the value of a file in UTF-8}
   *
   * @param type of the value
   * @throws DataException as for a text, or if the file cannot be read
   */
  public <T> T read(Path file, Class<T> type) {
    return read(file.toString(), JsonFile.text(file), type);
  }

  // The reader has checked the type, since a cast to a primitive class fails.
  @SuppressWarnings("unchecked")
  private <T> T read(String source, String text, Class<T> type) {
    var place = JsonPlace.root(source);
    var value = new JsonReader(names).read(JsonTree.parse(source, text), type, place);
    if (value == null) {
      throw place.failure(
          "a value of type %s".formatted(type.getSimpleName()),
          "there is null",
          "Write the value again.");
    }
    return (T) value;
  }

  /** {@return the names of the classes of modules that are known} */
  @Override
  public String toString() {
    return "JsonFormat of modules " + new TreeSet<>(names.modules().keySet());
  }
}
