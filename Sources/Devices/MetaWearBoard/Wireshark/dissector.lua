local metawear = Proto("metawear", "MetaWear")

local module_names = {}
for id, module in pairs(modules) do module_names[id] = module.name end

local fields = {
  module = ProtoField.uint8("metawear.module", "Module", base.HEX, module_names),
  register = ProtoField.uint8("metawear.register", "Register", base.HEX, nil, 0x3f),
  silent = ProtoField.bool("metawear.silent", "Silent", 8, nil, 0x40),
  read = ProtoField.bool("metawear.read", "Read", 8, nil, 0x80),
  verb = ProtoField.string("metawear.verb", "What"),
  module_name = ProtoField.string("metawear.module_name", "Module name"),
  register_name = ProtoField.string("metawear.register_name", "Register name"),
  since = ProtoField.uint8("metawear.since", "Since revision"),
  subscribe = ProtoField.bool("metawear.subscribe", "Subscribe"),
  data_id = ProtoField.uint8("metawear.data_id", "Data id"),
  implementation = ProtoField.uint8("metawear.implementation", "Implementation"),
  revision = ProtoField.uint8("metawear.revision", "Revision"),
  extra = ProtoField.bytes("metawear.extra", "Extra"),
  payload = ProtoField.bytes("metawear.payload", "Payload"),
}
local experts = {
  short = ProtoExpert.new(
    "metawear.short", "The payload ends early", expert.group.MALFORMED, expert.severity.WARN),
}

-- The part of a filter's name that stands for a name of the tables.
local function slug(text)
  local word = text:lower():gsub("[^%w]+", "_"):gsub("^_+", ""):gsub("_+$", "")
  return word:match("^%a") and word or "value"
end

local unit_slugs = { ["%"] = "percent", ["°C"] = "celsius", ["°/s"] = "dps" }

-- Filters of payload fields: their raw value, and what it is worth in its unit.
local payload_fields = {}
local all_fields = {}
for _, field in pairs(fields) do all_fields[#all_fields + 1] = field end

local function declare(abbreviation, make, ...)
  if not payload_fields[abbreviation] then
    payload_fields[abbreviation] = make(abbreviation, ...)
    all_fields[#all_fields + 1] = payload_fields[abbreviation]
  end
end

local function declare_field(place, field, unit)
  local width = field[3]
  local abbreviation = place .. "." .. slug(field[1])
  if not width then
    declare(abbreviation, ProtoField.bytes, field[1])
  elseif width > 32 then
    declare(abbreviation, ProtoField.uint64, field[1], base.HEX)
  elseif field.float then
    declare(abbreviation, ProtoField.float, field[1])
  elseif field.signed then
    declare(abbreviation, ProtoField.int32, field[1])
  else
    declare(abbreviation, ProtoField.uint32, field[1])
  end
  if unit then
    declare(
      abbreviation .. "." .. (unit_slugs[unit] or slug(unit)), ProtoField.double,
      field[1] .. " (" .. unit .. ")")
  end
end

-- The unit in which a field has a value of its own: not one that a count is already worth.
local function scaled_unit(field)
  if field.unit and ((field.times or 1) ~= 1 or (field.over or 1) ~= 1) then
    return field.unit
  end
end

local function place_of(module, register)
  return "metawear." .. slug(module.name) .. "." .. slug(register.name)
end

local function scale_of(id, implementation, register)
  for _, scale in ipairs(scales) do
    if scale.module == id and scale.implementation == implementation and scale.data[register] then
      return scale
    end
  end
end

for id, module in pairs(modules) do
  for _, variant in ipairs(module.variants) do
    for number, register in pairs(variant.registers) do
      local scale = scale_of(id, variant.implementation, number)
      for _, part in ipairs({ "written", "request", "answer", "created" }) do
        local layout = layouts[register[part]] or {}
        local forms = { layout }
        for _, form in ipairs(layout.forms or {}) do forms[#forms + 1] = layouts[form.layout] end
        for _, form in ipairs(forms) do
          for _, field in ipairs(form) do
            declare_field(
              place_of(module, register), field, scaled_unit(field) or scale and scale.unit)
          end
        end
      end
    end
  end
end
metawear.fields = all_fields
metawear.experts = { experts.short }

local att_opcode = Field.new("btatt.opcode")
local acl_source = Field.new("bthci_acl.src.bd_addr")
local acl_destination = Field.new("bthci_acl.dst.bd_addr")

-- What is known of each board so far in a capture, and what was known at each frame: a frame that is
-- looked at again must not know what came after it.
local boards, frames = {}, {}
function metawear.init() boards, frames = {}, {} end

local function board(address)
  boards[address] = boards[address] or { information = {}, ranges = {} }
  return boards[address]
end

local function known_of(pinfo, address, id)
  if pinfo.visited and frames[pinfo.number] then return frames[pinfo.number] end
  local information = board(address).information[id] or {}
  frames[pinfo.number] = {
    implementation = information.implementation, revision = information.revision,
    range = board(address).ranges[id],
  }
  return frames[pinfo.number]
end

-- The register tables of the implementation; without discovery in the capture there may be several.
local function candidates(module, implementation)
  local all = {}
  for _, variant in ipairs(module.variants) do
    if #module.variants == 1 or variant.implementation == implementation then return { variant } end
    all[#all + 1] = variant
  end
  return all
end

-- The register and its implementation; where candidates differ, only their names, `a or b`.
local function find(module, known, number)
  local found, implementation, names = nil, nil, {}
  for _, variant in ipairs(candidates(module, known.implementation)) do
    local register = variant.registers[number]
    if register then
      if not found then
        found, implementation = register, variant.implementation
        names = { register.name }
      elseif register.name ~= found.name then
        names[#names + 1] = register.name
      end
    end
  end
  if #names > 1 then return { name = table.concat(names, " or ") } end
  return found, implementation
end

-- Up to 32 bits, counted from the least significant bit of the first byte.
local function number_at(bytes, bit, width)
  local value, got = 0, 0
  while got < width do
    local skip = (bit + got) % 8
    local take = math.min(8 - skip, width - got)
    local byte = bytes(math.floor((bit + got) / 8), 1):uint()
    value = value + math.floor(byte / 2 ^ skip) % 2 ^ take * 2 ^ got
    got = got + take
  end
  return math.floor(value)
end

local function short(value)
  return (string.format("%.4f", value):gsub("0+$", ""):gsub("%.$", ""))
end

-- What the fields of one payload have to be shown with.
local Payload = {}
Payload.__index = Payload

function Payload:add_number(field, bytes)
  local bit, width = field[2], field[3]
  local range = bytes(math.floor(bit / 8), math.ceil((bit + width) / 8) - math.floor(bit / 8))
  local abbreviation = self.place .. "." .. slug(field[1])
  if width > 32 then
    self.tree:add_le(payload_fields[abbreviation], range)
    return tostring(range:bytes())
  end
  if field.float then
    self.tree:add_le(payload_fields[abbreviation], range)
    return short(range:le_float())
  end
  local value = number_at(bytes, bit, width)
  if field.signed and value >= 2 ^ (width - 1) then value = math.floor(value - 2 ^ width) end
  if field[1] == "range" then self.range = value end
  local item = self.tree:add(payload_fields[abbreviation], range, value)
  local unit = scaled_unit(field)
  local worth = unit and value * (field.times or 1) / (field.over or 1)
  if not unit and self.scale and self.scale.counts[self.set_range] then
    unit, worth = self.scale.unit, value / self.scale.counts[self.set_range]
  end
  if unit then
    local scaled = abbreviation .. "." .. (unit_slugs[unit] or slug(unit))
    self.tree:add(payload_fields[scaled], range, worth):set_generated()
    return short(worth) .. " " .. unit
  elseif field.names and field.names[value] then
    item:append_text(" (" .. field.names[value] .. ")")
    return field.names[value]
  elseif field.unit and field.unit ~= field[1] then
    item:append_text(" " .. field.unit)
    return value .. " " .. field.unit
  end
  return tostring(value)
end

-- The layout that the payload itself chooses.
local function form_of(layout, bytes)
  for _, form in ipairs(layout.forms or {}) do
    local _, bit, width = table.unpack(layout[form.field])
    if bit + width <= bytes:len() * 8 and number_at(bytes, bit, width) == form.value then
      return layouts[form.layout]
    end
  end
  return layout
end

-- Shows a payload by its layout; gives it in words.
function Payload:add(layout, bytes)
  layout = form_of(layout, bytes)
  local words, is_optional = {}, false
  for _, field in ipairs(layout) do
    local name, bit, width = field[1], field[2], field[3]
    is_optional = is_optional or field.optional
    if not width then
      local first = math.floor(bit / 8)
      if first < bytes:len() then
        local range = bytes(first)
        self.tree:add(payload_fields[self.place .. "." .. slug(name)], range)
        words[#words + 1] = name .. " " .. range:bytes():tohex(true, " ")
      end
    elseif bit + width > bytes:len() * 8 then
      if not is_optional then
        self.tree:add_proto_expert_info(experts.short)
        words[#words + 1] = "cut short"
      end
      break
    elseif name ~= "reserved" then
      local value = self:add_number(field, bytes)
      -- A field that is called after its unit: `1/8 °C`.
      words[#words + 1] = name:match("^%d") and value or name .. " " .. value
    end
  end
  return table.concat(words, ", ")
end

-- What a module says of itself: implementation, revision and more, or nothing if it is absent.
local function add_information(tree, bytes, about)
  if bytes:len() == 0 then return "absent" end
  tree:add(fields.implementation, bytes(0, 1))
  local words = "implementation " .. bytes(0, 1):uint()
  about.implementation = bytes(0, 1):uint()
  if bytes:len() > 1 then
    tree:add(fields.revision, bytes(1, 1))
    words = words .. ", revision " .. bytes(1, 1):uint()
    about.revision = bytes(1, 1):uint()
  end
  if bytes:len() > 2 then
    tree:add(fields.extra, bytes(2))
    words = words .. ", extra " .. bytes(2):bytes():tohex(true, " ")
  end
  return words
end

-- What is done with the register, and the layout of what comes with it.
local function meaning(register, is_read, is_silent, from_board, bytes)
  if from_board then
    if is_read then return "answer", register.answer, register.index end
    if register.created then return "created", register.created end
    return "notify", register.answer, register.index
  end
  if is_read then return is_silent and "silent read" or "read", register.request end
  if register.notifies and not register.written and bytes:len() == 1 then
    return bytes(0, 1):uint() ~= 0 and "subscribe" or "unsubscribe"
  end
  return "write", register.written
end

-- Writes with and without a response, notifications and indications: true if the board says it.
-- What a read of either characteristic gives is no packet of the protocol.
local packets = { [0x12] = false, [0x52] = false, [0x1b] = true, [0x1d] = true }

function metawear.dissector(tvb, pinfo, parent)
  local opcode = att_opcode()
  local from_board = opcode and packets[opcode.value]
  if tvb:len() < 2 or from_board == nil then return 0 end
  local address = from_board and acl_source() or not from_board and acl_destination()
  address = address and tostring(address) or tostring(from_board and pinfo.src or pinfo.dst)

  local id, first = tvb(0, 1):uint(), tvb(1, 1):uint()
  local number, is_read = first % 0x40, first >= 0x80
  local is_silent = math.floor(first / 0x40) % 2 == 1
  local bytes = tvb:len() > 2 and tvb(2):tvb() or ByteArray.new():tvb("nothing")

  local module = modules[id] or { name = string.format("module %02x", id), variants = {} }
  local known = known_of(pinfo, address, id)
  local register, implementation = find(module, known, number)
  if number == 0 then register = { name = "information" } end
  register = register or { name = string.format("register %02x", number) }

  local tree = parent:add(metawear, tvb())
  tree:add(fields.module, tvb(0, 1))
  tree:add(fields.read, tvb(1, 1))
  tree:add(fields.silent, tvb(1, 1))
  tree:add(fields.register, tvb(1, 1)):append_text(" (" .. register.name .. ")")
  tree:add(fields.module_name, tvb(0, 1), module.name):set_generated()
  tree:add(fields.register_name, tvb(1, 1), register.name):set_generated()

  local verb, layout, has_index = meaning(register, is_read, is_silent, from_board, bytes)
  tree:add(fields.verb, tvb(1, 1), verb):set_generated()
  if register.since then
    local item = tree:add(fields.since, tvb(1, 1), register.since)
    item:set_generated()
    if known.revision and known.revision < register.since then
      item:append_text(", this board's module has " .. known.revision)
    end
  end

  local words = ""
  if number == 0 and from_board and is_read then
    local about = {}
    words = add_information(tree, bytes, about)
    if not pinfo.visited then board(address).information[id] = about end
  elseif verb == "subscribe" or verb == "unsubscribe" then
    tree:add(fields.subscribe, tvb(2, 1), verb == "subscribe")
  elseif verb == "answer" and register.empty and bytes:len() == 0 then
    words = register.empty
  elseif layout then
    if has_index and bytes:len() > 0 then
      tree:add(fields.data_id, bytes(0, 1))
      words = "of " .. bytes(0, 1):uint() .. ": "
      bytes = bytes:len() > 1 and bytes(1):tvb() or ByteArray.new():tvb("nothing")
    end
    local scale = from_board and scale_of(id, implementation, number)
    local payload = setmetatable({
      tree = tree, place = place_of(module, register), scale = scale,
      set_range = known.range or scale and scale.default,
    }, Payload)
    words = words .. payload:add(layouts[layout], bytes)
    if payload.range and not pinfo.visited then board(address).ranges[id] = payload.range end
  elseif tvb:len() > 2 then
    tree:add(fields.payload, tvb(2))
    words = bytes:bytes():tohex(true, " ")
  end
  -- A reset sets everything back (debug, reset and deferred reset).
  if id == 0xfe and verb == "write" and (number == 1 or number == 5) and not pinfo.visited then
    board(address).ranges = {}
  end

  local text = verb .. " " .. module.name .. " " .. register.name
  if words ~= "" then text = text .. ": " .. words end
  tree:append_text(", " .. text)
  pinfo.cols.protocol = "MetaWear"
  pinfo.cols.info = text
  return tvb:len()
end

local by_uuid = DissectorTable.get("bluetooth.uuid")
by_uuid:add(command_uuid, metawear)
by_uuid:add(notification_uuid, metawear)

-- The notes of a scenario, steps and faults, stand in the list as what they say.
local notes = Proto("metawear_notes", "Notes of a scenario")
local note = Field.new("hci_mon.system_note")
function notes.dissector(_, pinfo)
  local text = note()
  if text then pinfo.cols.info = tostring(text) end
end
register_postdissector(notes)
