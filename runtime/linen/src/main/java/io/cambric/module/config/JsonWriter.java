package io.cambric.module.config;

import io.cambric.array.Axes;
import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.errors.DataException;
import io.cambric.json.tree.JsonNumbers;
import io.cambric.json.tree.JsonPlace;
import io.cambric.module.Module;
import io.cambric.module.ModuleConfig;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;

/** Writes one value in JSON; mutable, for one text. */
final class JsonWriter {

  static final String MODULE = "$module";
  static final String NAME = "$name";
  static final String RECORD = "$record";
  static final String ENUM = "$enum";
  static final String CONSTANT = "constant";
  static final String VALUE = "$value";

  private final JsonNames names;
  private final JsonGenerator json;

  JsonWriter(JsonNames names, JsonGenerator json) {
    this.names = names;
    this.json = json;
  }

  /**
   * Writes a whole value, to be read by its class.
   *
   * <p>A record or enum of a known class is written with its name. So it can be read where another
   * type is declared, such as {@code Object}.
   */
  void write(@Nullable Object value, JsonPlace place) {
    var type = JsonTypes.ofValue(value);
    write(value, names.types().containsValue(type) ? Object.class : type, place);
  }

  /**
   * Writes a value that is read by a declared type.
   *
   * @param place of the value, for messages
   */
  private void write(@Nullable Object value, Type type, JsonPlace place) {
    switch (value) {
      case null -> json.writeNull();
      case String text -> json.writeString(text);
      case Boolean flag -> json.writeBoolean(flag);
      case Byte number -> json.writeNumber(number);
      case Short number -> json.writeNumber(number);
      case Integer number -> json.writeNumber(number);
      case Long number -> json.writeNumber(number);
      case Float number when Float.isNaN(number) -> writeNan(type);
      case Double number when Double.isNaN(number) -> writeNan(type);
      case Float number -> JsonNumbers.write(number.floatValue(), json);
      case Double number -> JsonNumbers.write(number.doubleValue(), json);
      case DType dtype -> json.writeString(dtype.jaxName());
      case Shape shape -> writeInts(shape.toArray());
      case Axes axes -> writeInts(axes.toArray());
      case Array array -> JsonArrays.write(array.concrete("Writing JSON"), json);
      case Optional<?> optional -> write(optional.orElse(null), JsonTypes.argument(type, 0), place);
      case Module<?> module -> writeModule(ModuleConfig.of(module), place);
      case List<?> list -> writeList(list, JsonTypes.element(type, 0), place);
      case Set<?> set when JsonTypes.raw(type) == Set.class ->
          writeList(new ArrayList<>(set), JsonTypes.element(type, 0), place);
      case Map<?, ?> map -> writeMap(map, JsonTypes.element(type, 1), place);
      case Enum<?> constant -> writeEnum(constant, type);
      case Record record when names.nameOf(record).isEmpty() -> writeRecord(record, type, place);
      default -> writeNamed(value, place);
    }
  }

  /** Writes NaN as null, except where null is the absence of a number. */
  private void writeNan(Type type) {
    if (type == Double.class || type == Float.class) {
      json.writeString(JsonNumbers.NAN);
    } else {
      json.writeNull();
    }
  }

  private void writeInts(int[] numbers) {
    json.writeArray(numbers, 0, numbers.length);
  }

  private void writeList(List<?> list, Type element, JsonPlace place) {
    json.writeStartArray();
    for (int i = 0; i < list.size(); i++) {
      write(list.get(i), element, place.at(i));
    }
    json.writeEndArray();
  }

  private void writeMap(Map<?, ?> map, Type element, JsonPlace place) {
    json.writeStartObject();
    map.forEach((key, value) -> {
      if (!(key instanceof String name) || name.startsWith("$")) {
        throw place.failure(
            "strings without a dollar sign in front as keys of a map",
            "%s is one".formatted(key),
            "Choose another name.");
      }
      json.writeName(name);
      write(value, element, place.below(name));
    });
    json.writeEndObject();
  }

  private void writeEnum(Enum<?> constant, Type type) {
    if (type == constant.getDeclaringClass()) {
      json.writeString(constant.name());
      return;
    }
    json.writeStartObject();
    json.writeStringProperty(ENUM, JsonNames.name(constant.getDeclaringClass()));
    json.writeStringProperty(CONSTANT, constant.name());
    json.writeEndObject();
  }

  private void writeRecord(Record record, Type type, JsonPlace place) {
    var components = record.getClass().getRecordComponents();
    json.writeStartObject();
    // The tag before a component distinguishes its name from a name of the form.
    if (JsonTypes.raw(type) != record.getClass() || JsonTypes.hasTag(components)) {
      json.writeStringProperty(RECORD, JsonNames.name(record.getClass()));
    }
    for (var component : components) {
      json.writeName(component.getName());
      write(
          JsonRecords.get(record, component),
          component.getGenericType(),
          place.below(component.getName()));
    }
    json.writeEndObject();
  }

  private void writeModule(ModuleConfig module, JsonPlace place) {
    var name = JsonNames.name(module.type());
    var prototype = names.modules().get(name);
    if (prototype == null || prototype.type() != module.type()) {
      throw place.failure(
          "a module whose class is known",
          "there is a " + module.type().getName(),
          "Register it with withModules.");
    }
    if (module.isLifted()) {
      throw place.failure(
          "a module without lifted methods",
          "there is a lifted " + name,
          "Lift it in a method of a module, or after reading.");
    }
    json.writeStartObject();
    json.writeStringProperty(MODULE, name);
    module.name().ifPresent(given -> json.writeStringProperty(NAME, given));
    for (int i = 0; i < module.attributes().size(); i++) {
      var attribute = module.attributes().get(i);
      var usual = prototype.attributes().get(i).value();
      // Left out, as the reader takes it from its own prototype.
      boolean isUsual = names.isNameless(usual) && Objects.equals(attribute.value(), usual);
      if (!isUsual) {
        json.writeName(attribute.name());
        write(attribute.value(), attribute.type(), place.below(attribute.name()));
      }
    }
    json.writeEndObject();
  }

  private void writeNamed(Object value, JsonPlace place) {
    var name = names.nameOf(value);
    if (name.isEmpty()) {
      throw new DataException(
          "JSON has no form for the value at \"%s\", a %s. Name it with withValue(name, value); a function must be the same object."
              .formatted(
                  place.path(),
                  value.getClass().isHidden() ? "function" : value.getClass().getName()));
    }
    json.writeStartObject();
    json.writeStringProperty(VALUE, name.get());
    json.writeEndObject();
  }
}
