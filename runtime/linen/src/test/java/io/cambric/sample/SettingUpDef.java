package io.cambric.sample;

import java.util.function.BiFunction;
import java.util.function.Supplier;

/** A module whose setup and method are given as functions. */
record SettingUpDef(Supplier<Record> setup, BiFunction<Record, Object, Object> body) {

  Record parts() {
    return setup.get();
  }

  Object call(Record parts, Object argument) {
    return body.apply(parts, argument);
  }

  Object compact(Record parts, Object argument) {
    return body.apply(parts, argument);
  }
}
