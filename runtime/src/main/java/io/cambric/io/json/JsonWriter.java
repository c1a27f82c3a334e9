package io.cambric.io.json;

import io.cambric.array.Axes;
import io.cambric.array.DType;
import io.cambric.array.Shape;
import io.cambric.core.Array;
import io.cambric.errors.DataException;
import io.cambric.module.Module;
import io.cambric.module.ModuleConfig;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
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

  /** Writes a value that is at a place, for messages. */
  void write(@Nullable Object value, JsonPlace place) {
    switch (value) {
      case null -> json.writeNull();
      case String text -> json.writeString(text);
      case Boolean flag -> json.writeBoolean(flag);
      case Byte number -> json.writeNumber(number);
      case Short number -> json.writeNumber(number);
      case Integer number -> json.writeNumber(number);
      case Long number -> json.writeNumber(number);
      case Float number -> JsonNumbers.write(number.floatValue(), json);
      case Double number -> JsonNumbers.write(number.doubleValue(), json);
      case DType dtype -> json.writeString(dtype.jaxName());
      case Shape shape -> writeInts(shape.toArray());
      case Axes axes -> writeInts(axes.toArray());
      case Array array -> JsonArrays.write(array.concrete("Writing JSON"), json);
      case Optional<?> optional -> write(optional.orElse(null), place);
      case Module<?> module -> writeModule(ModuleConfig.of(module), place);
      case List<?> list -> writeList(list, place);
      case Map<?, ?> map -> writeMap(map, place);
      case Enum<?> constant -> writeEnum(constant);
      case Record record when names.nameOf(record).isEmpty() -> writeRecord(record, place);
      default -> writeNamed(value, place);
    }
  }

  private void writeInts(int[] numbers) {
    json.writeArray(numbers, 0, numbers.length);
  }

  private void writeList(List<?> list, JsonPlace place) {
    json.writeStartArray();
    for (int i = 0; i < list.size(); i++) {
      write(list.get(i), place.at(i));
    }
    json.writeEndArray();
  }

  private void writeMap(Map<?, ?> map, JsonPlace place) {
    json.writeStartObject();
    map.forEach((key, value) -> {
      if (!(key instanceof String name) || name.startsWith("$")) {
        throw place.failure(
            "strings without a dollar sign in front as keys of a map",
            "%s is one".formatted(key),
            "Give it another name.");
      }
      json.writeName(name);
      write(value, place.below(name));
    });
    json.writeEndObject();
  }

  private void writeEnum(Enum<?> constant) {
    json.writeStartObject();
    json.writeStringProperty(ENUM, JsonNames.name(constant.getDeclaringClass()));
    json.writeStringProperty(CONSTANT, constant.name());
    json.writeEndObject();
  }

  private void writeRecord(Record record, JsonPlace place) {
    json.writeStartObject();
    json.writeStringProperty(RECORD, JsonNames.name(record.getClass()));
    for (var component : record.getClass().getRecordComponents()) {
      json.writeName(component.getName());
      write(JsonRecords.get(record, component), place.below(component.getName()));
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
          "Make it known with withModules.");
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
        write(attribute.value(), place.below(attribute.name()));
      }
    }
    json.writeEndObject();
  }

  private void writeNamed(Object value, JsonPlace place) {
    var name = names.nameOf(value);
    if (name.isEmpty()) {
      throw new DataException(
          "JSON needs values that it has a form for, but at \"%s\" is a %s. Give it a name with withValue(name, value); a function needs to be the same object."
              .formatted(
                  place.path(),
                  value.getClass().isHidden() ? "function" : value.getClass().getName()));
    }
    json.writeStartObject();
    json.writeStringProperty(VALUE, name.get());
    json.writeEndObject();
  }
}
