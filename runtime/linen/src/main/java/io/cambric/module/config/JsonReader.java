package io.cambric.module.config;

import io.cambric.array.Axes;
import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.errors.CambricException;
import io.cambric.errors.DataException;
import io.cambric.file.support.Quoted;
import io.cambric.json.tree.JsonNumber;
import io.cambric.json.tree.JsonNumbers;
import io.cambric.json.tree.JsonPlace;
import io.cambric.module.Module;
import java.lang.reflect.Type;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Makes values of JSON trees, by the types that are declared and the names that are known. */
final class JsonReader {

  private static final BigInteger MIN_LONG = BigInteger.valueOf(Long.MIN_VALUE);
  private static final BigInteger MAX_LONG = BigInteger.valueOf(Long.MAX_VALUE);

  private final JsonNames names;

  JsonReader(JsonNames names) {
    this.names = names;
  }

  /** {@return a value of a type} */
  @Nullable Object read(@Nullable Object json, Type type, JsonPlace place) {
    var raw = JsonTypes.raw(type);
    if (raw == Optional.class) {
      return Optional.ofNullable(read(json, JsonTypes.argument(type, 0), place));
    }
    if (json == null) {
      if (JsonTypes.isFloating(raw) && raw.isPrimitive()) {
        return raw == double.class ? (Object) Double.NaN : (Object) Float.NaN;
      }
      if (raw.isPrimitive()) {
        throw place.failure("a value of type %s".formatted(raw), "there is null", "Write a value.");
      }
      return null;
    }
    var value = readPresent(json, type, raw, place);
    if (!JsonTypes.boxed(raw).isInstance(value)) {
      throw place.failure(
          "a value of type %s".formatted(raw.getSimpleName()),
          "there is %s".formatted(JsonNumbers.shown(json)),
          "Write a value in the form of that type.");
    }
    return value;
  }

  private Object readPresent(Object json, Type type, Class<?> raw, JsonPlace place) {
    if (raw == DType.class) {
      return JsonArrays.dtype(json, place);
    }
    if (raw == Shape.class) {
      return JsonArrays.shape(json, place);
    }
    if (raw == Axes.class) {
      return Axes.of(JsonNumbers.ints(json, place));
    }
    if (JsonTypes.isFloating(raw)) {
      return floating(json, raw, place);
    }
    return switch (json) {
      case JsonNumber number -> number(number, raw, place);
      case Boolean flag -> flag;
      case String text when raw.isEnum() -> constant(raw, text, place);
      case String text -> text;
      case List<?> list when raw == Set.class -> readSet(list, JsonTypes.element(type, 0), place);
      case List<?> list -> readList(list, JsonTypes.element(type, 0), place);
      case Map<?, ?> object -> readObject(JsonTypes.object(object), type, place);
      default -> throw new IllegalStateException("no JSON: " + json.getClass());
    };
  }

  private static Object floating(Object json, Class<?> raw, JsonPlace place) {
    double value = JsonNumbers.floating(json, place);
    if (raw == double.class || raw == Double.class) {
      return value;
    }
    float rounded = (float) value;
    if (Float.isInfinite(rounded) && Double.isFinite(value)) {
      throw place.failure(
          "a number that a float can hold",
          "there is " + JsonNumbers.shown(json),
          "Write a smaller one.");
    }
    return rounded;
  }

  /** {@return a number; without a declared type, the first of int, long and double that fits} */
  private static Object number(JsonNumber number, Class<?> raw, JsonPlace place) {
    var range = JsonTypes.range(raw);
    if (range.isPresent()) {
      var limit = BigInteger.ONE.shiftLeft(range.getAsInt());
      long whole =
          JsonNumbers.whole(number, limit.negate(), limit.subtract(BigInteger.ONE), place)
              .longValue();
      return JsonTypes.box(whole, raw);
    }
    if (!number.isWhole()) {
      return JsonNumbers.floating(number, place);
    }
    long whole = JsonNumbers.whole(number, MIN_LONG, MAX_LONG, place).longValue();
    if (whole == (int) whole) {
      return (int) whole;
    }
    return whole;
  }

  private List<@Nullable Object> readList(List<?> list, Type element, JsonPlace place) {
    var read = new ArrayList<@Nullable Object>();
    for (int i = 0; i < list.size(); i++) {
      read.add(read(list.get(i), element, place.at(i)));
    }
    // Unmodifiable, like the lists in records of users.
    return read.contains(null) ? Collections.unmodifiableList(read) : List.copyOf(read);
  }

  private Set<@Nullable Object> readSet(List<?> list, Type element, JsonPlace place) {
    var read = new LinkedHashSet<>(readList(list, element, place));
    if (read.size() < list.size()) {
      throw place.failure(
          "elements of a set that differ", "one occurs twice", "Write each of them once.");
    }
    return Collections.unmodifiableSet(read);
  }

  private Object readObject(Map<String, @Nullable Object> object, Type type, JsonPlace place) {
    for (var tag : JsonTypes.TAGS) {
      if (object.containsKey(tag)) {
        return readTagged(tag, object, JsonTypes.raw(type), place);
      }
    }
    if (JsonTypes.raw(type).isRecord()) {
      return readRecord(JsonTypes.raw(type), object, place);
    }
    var read = new LinkedHashMap<String, @Nullable Object>();
    var element = JsonTypes.element(type, 1);
    object.forEach((name, value) -> {
      if (name.startsWith("$")) {
        throw place.failure(
            "one of " + JsonTypes.TAGS,
            "there is " + Quoted.of(name),
            "Names with a dollar sign are reserved for the format.");
      }
      read.put(name, read(value, element, place.below(name)));
    });
    return Collections.unmodifiableMap(read);
  }

  private Object readTagged(
      String tag, Map<String, @Nullable Object> object, Class<?> declared, JsonPlace place) {
    return switch (tag) {
      case JsonArrays.ARRAY -> {
        requireNames(object, List.of(JsonArrays.ARRAY, "shape", "values"), place);
        yield JsonArrays.read(object, place);
      }
      case JsonWriter.MODULE -> readModule(object, place);
      case JsonWriter.RECORD ->
          readRecord(type(object, JsonWriter.RECORD, declared, place), object, place);
      case JsonWriter.ENUM -> readEnum(object, declared, place);
      default -> {
        requireNames(object, List.of(JsonWriter.VALUE), place);
        yield known(names.values(), object, JsonWriter.VALUE, place, "withValue");
      }
    };
  }

  /** {@return the value with a name} */
  private static <V> V known(
      Map<String, V> all,
      Map<String, @Nullable Object> object,
      String tag,
      JsonPlace place,
      String mend) {
    var name = object.get(tag);
    var found = name instanceof String text ? all.get(text) : null;
    if (found == null) {
      throw place
          .below(tag)
          .failure(
              "one of the names " + Quoted.of(all.keySet().stream().sorted().toList()),
              "there is " + JsonNumbers.shown(name),
              "Register it with %s if you trust the text.".formatted(mend));
    }
    return found;
  }

  /** {@return the class with a name, known by its declaration or to the format} */
  private Class<?> type(
      Map<String, @Nullable Object> object, String tag, Class<?> declared, JsonPlace place) {
    boolean isDeclared =
        (declared.isRecord() || declared.isEnum())
            && JsonNames.name(declared).equals(object.get(tag));
    return isDeclared ? declared : known(names.types(), object, tag, place, "withTypes");
  }

  private static void requireNames(
      Map<String, @Nullable Object> object, Collection<String> allowed, JsonPlace place) {
    for (var name : object.keySet()) {
      if (!allowed.contains(name)) {
        throw place.failure(
            "no names but " + Quoted.of(allowed),
            "there is " + Quoted.of(name),
            "Remove it, or read it with the version that wrote it.");
      }
    }
  }

  private static void requireName(
      Map<String, @Nullable Object> object, String name, JsonPlace place) {
    if (!object.containsKey(name)) {
      throw place.failure(
          "the name " + Quoted.of(name),
          "there is none",
          "Add it, or read it with the version that wrote it.");
    }
  }

  private Object readModule(Map<String, @Nullable Object> object, JsonPlace place) {
    var prototype = known(names.modules(), object, JsonWriter.MODULE, place, "withModules");
    var allowed = new ArrayList<>(List.of(JsonWriter.MODULE, JsonWriter.NAME));
    prototype.attributes().forEach(attribute -> allowed.add(attribute.name()));
    requireNames(object, allowed, place);
    var values = new ArrayList<@Nullable Object>();
    for (var attribute : prototype.attributes()) {
      var name = attribute.name();
      if (!object.containsKey(name) && names.isNameless(attribute.value())) {
        values.add(attribute.value());
      } else {
        requireName(object, name, place);
        values.add(read(object.get(name), attribute.type(), place.below(name)));
      }
    }
    var module = at(place, () -> prototype.with(values));
    var name = (String) read(object.get(JsonWriter.NAME), String.class, place.below("$name"));
    return name == null ? module : named(module, name, place);
  }

  private static Module<?> named(Module<?> module, String name, JsonPlace place) {
    return at(place, () -> module.named(name));
  }

  private Object readRecord(Class<?> type, Map<String, @Nullable Object> object, JsonPlace place) {
    if (!type.isRecord()) {
      throw place.failure(
          "the name of a record", "%s is not".formatted(JsonNames.name(type)), "Use $enum.");
    }
    var components = type.getRecordComponents();
    var allowed = new ArrayList<>(List.of(JsonWriter.RECORD));
    Arrays.stream(components).forEach(component -> allowed.add(component.getName()));
    requireNames(object, allowed, place);
    var values = new ArrayList<@Nullable Object>();
    for (var component : components) {
      var name = component.getName();
      requireName(object, name, place);
      values.add(read(object.get(name), component.getGenericType(), place.below(name)));
    }
    return at(place, () -> JsonRecords.make(type, values));
  }

  private Object readEnum(
      Map<String, @Nullable Object> object, Class<?> declared, JsonPlace place) {
    requireNames(object, List.of(JsonWriter.ENUM, JsonWriter.CONSTANT), place);
    var type = type(object, JsonWriter.ENUM, declared, place);
    if (!type.isEnum()) {
      throw place.failure(
          "the name of an enum", "%s is not".formatted(JsonNames.name(type)), "Use $record.");
    }
    return constant(type, object.get(JsonWriter.CONSTANT), place.below(JsonWriter.CONSTANT));
  }

  private static Object constant(Class<?> type, @Nullable Object name, JsonPlace place) {
    var constants = Objects.requireNonNull(type.getEnumConstants());
    for (var constant : constants) {
      if (((Enum<?>) constant).name().equals(name)) {
        return constant;
      }
    }
    throw place.failure(
        "one of " + Arrays.toString(constants),
        "there is " + JsonNumbers.shown(name),
        "Write one of them.");
  }

  /** Creates a value; its class may refuse the parts. */
  private static <V> V at(JsonPlace place, Supplier<V> make) {
    try {
      return make.get();
    } catch (CambricException e) {
      throw new DataException(
          "%s holds at %s: %s".formatted(place.source(), Quoted.of(place.path()), e.getMessage()),
          e);
    }
  }
}
